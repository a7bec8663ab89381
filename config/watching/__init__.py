"""What those who look after an installation see: logs, request numbers, figures. Never people's data."""
