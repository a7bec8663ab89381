"""A regulation as data: the template, the choices that it leaves open, and the plan of one event."""

from tournament.plan.settling import Plan, settle
from tournament.plan.template import Choice, Option, StagePlan, Template, load_template

__all__ = ["Choice", "Option", "Plan", "StagePlan", "Template", "load_template", "settle"]
