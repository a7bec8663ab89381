"""Settings: the embedded ones by default, the grown-up ones by environment variables.

==================== ====================================================================
JICHA_DATA           folder for everything that is written (default: ``data`` beside this code)
DATABASE_URL         ``postgres://…`` in place of the embedded SQLite file
CELERY_BROKER_URL    ``redis://…`` in place of the worker inside the web process
JICHA_HOSTS          host names that are answered, comma-separated (default: any, for a hall's network)
JICHA_HTTPS          ``1`` where a proxy in front speaks https: secure cookies, HSTS
JICHA_PROXY          that proxy's address as this process sees it (default: 127.0.0.1; ``*`` for any)
JICHA_JOB_LEASE      seconds of silence after which another worker takes a job over (default: 30)
JICHA_METRICS_TOKEN  what a scraper from another machine must carry to see /metrics
JICHA_LOG            ``json`` or ``line`` (default: json with DATABASE_URL, else lines for people)
JICHA_LOG_LEVEL      ``INFO`` logs every request, ``WARNING`` (the default with ``line``) trouble only
JICHA_DEBUG          ``1`` for Django's debug pages; never in a hall
JICHA_SLOW_MS        with JICHA_DEBUG: statements that take longer are logged (default: 50)
==================== ====================================================================
"""

import secrets
import sys
import tempfile
from pathlib import Path

import environ
from csp.constants import NONE, SELF
from whitenoise.compress import Compressor

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("JICHA_DATA", default=str(BASE_DIR / "data")))
DEBUG = env.bool("JICHA_DEBUG", default=False)
HTTPS = env.bool("JICHA_HTTPS", default=False)
PROXY = env.str("JICHA_PROXY", default="127.0.0.1")
TESTING = "pytest" in sys.modules


def secret_key(folder: Path) -> str:
    """The installation's secret, made on first use and readable by its owner only."""
    path = folder / "secret_key"
    if path.exists():
        return path.read_text(encoding="utf-8").strip()
    folder.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    path.write_text(secrets.token_urlsafe(64), encoding="utf-8")
    return path.read_text(encoding="utf-8").strip()


SECRET_KEY = env.str("JICHA_SECRET_KEY", default="") or (
    "only-for-tests" * 5 if TESTING else secret_key(DATA_DIR)
)
ALLOWED_HOSTS = env.list("JICHA_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("JICHA_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tables2",
    "django_filters",
    "csp",
    "rules",
    "scoring",
    "tournament",
    "config",
]

MIDDLEWARE = [
    "config.watching.requests.Watched",
    *(["config.watching.slow_queries.SlowQueries"] if DEBUG else []),
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournament.access.pages.rights",
            ],
        },
    }
]

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": env.str("JICHA_SQLITE", default=str(DATA_DIR / "jicha.sqlite3")),
    "OPTIONS": {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"
            "PRAGMA busy_timeout=20000;PRAGMA cache_size=-20000;"
        ),
    },
    # A file, not memory: tests with threads and processes see the same database.
    "TEST": {"NAME": str(Path(tempfile.gettempdir()) / f"jicha-test-{secrets.token_hex(4)}.sqlite3")},
}
DATABASES = {"default": env.db_url("DATABASE_URL") if env.str("DATABASE_URL", default="") else SQLITE}
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True

PASSWORD_HASHERS = (
    ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if TESTING
    else ["django.contrib.auth.hashers.Argon2PasswordHasher"]
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "sign-in"
LOGIN_REDIRECT_URL = "start"
LOGOUT_REDIRECT_URL = "start"

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("JICHA_TIME_ZONE", default="Asia/Shanghai")
USE_I18N = True
USE_TZ = True

STATIC_URL = "static/"
# The printed papers' font is the big screen's too.
STATICFILES_DIRS = [BASE_DIR / "static", ("fonts", BASE_DIR / "tournament" / "documents" / "fonts")]
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf", "py")
STATIC_ROOT = DATA_DIR / "static"
if not TESTING:
    STATIC_ROOT.mkdir(parents=True, exist_ok=True)
STORAGES = {
    "default": {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": str(DATA_DIR / "files")},
    },
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING or DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 12 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 20_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# Over plain http browsers ignore it, and complain about it on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 7 * 24 * 3600
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="memory://localhost/")
EMBEDDED_WORKER = CELERY_BROKER_URL.startswith("memory:")
# The broker is never trusted: the rows say what is to be done, and the sweep tells the broker again.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.1}
    if EMBEDDED_WORKER
    else {"socket_connect_timeout": 3, "socket_timeout": 10, "socket_keepalive": True}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
JOB_LEASE_SECONDS = env.float("JICHA_JOB_LEASE", default=30.0)

# What hundreds look at (screen, public page) may be so many seconds old; the tests see every change at once.
REFRESH_SECONDS = 0.0 if TESTING else 0.3

DJANGO_TABLES2_TEMPLATE = "tables/table.html"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

METRICS_TOKEN = env.str("JICHA_METRICS_TOKEN", default="")
SLOW_MS = env.float("JICHA_SLOW_MS", default=50.0)
# Seconds between two writings of who was heard of; 0 for never.
SIGNS_EVERY_SECONDS = 0 if TESTING else 20

LOG_STYLE = env.str("JICHA_LOG", default="json" if env.str("DATABASE_URL", default="") else "line")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"discreet": {"()": "config.watching.logs.Discreet"}},
    "formatters": {
        "json": {"()": "config.watching.logs.JsonLines"},
        "line": {"()": "config.watching.logs.Lines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_STYLE == "json" else "line",
            "filters": ["discreet"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        # Its own handlers would mail and print what ours leave out.
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        "jicha": {"level": "INFO"},
        "jicha.request": {
            "level": env.str("JICHA_LOG_LEVEL", default="INFO" if LOG_STYLE == "json" else "WARNING")
        },
    },
}
