"""
What the document cannot say: how ids, web addresses and FAQs look, which records there are, and that requests come from
many networks.
"""

import json
import os
import random
import re
import uuid

import schemathesis
from hypothesis import strategies as st

# Ids of records, by what their paths begin with.
RECORDS = json.loads(os.environ["RECORDS"])
# The records that fields of bodies name.
IN_BODIES = {"agencyId": "/api/agencies/", "clientId": "/api/clients/", "momentId": "/api/moments/"}
# No pattern describes a web address, or FAQs: a random text stands for one of these.
IN_A_FORM = {
    "website": "https://rosa.example/",
    "gmbLink": "https://maps.example/rosa",
    "faqsSuggestion": "Q: Do you deliver?\nA: Yes.",
}
# They would ask other people's servers.
OUTSIDE = re.compile(r"/(verify-domain|generate|regenerate/\{section\})$")

schemathesis.openapi.format("uuid", st.uuids(version=4).map(str))


def is_id(text):
    try:
        return uuid.UUID(text).version == 4
    except (ValueError, AttributeError, TypeError):
        return False


def bodies(body):
    """The body of a request, and those of the records in it."""
    if not isinstance(body, dict):
        return []
    clients = body.get("clients")
    return [body, *(one for one in clients if isinstance(one, dict))] if isinstance(clients, list) else [body]


@schemathesis.hook
def before_call(context, case, kwargs):
    # Limits count by network.
    case.headers["X-Forwarded-For"] = f"10.{random.randrange(256)}.{random.randrange(256)}.{random.randrange(256)}"
    for body in bodies(case.body):
        for field, start in IN_BODIES.items():
            if is_id(body.get(field)):
                body[field] = RECORDS[start]
        if case.meta and case.meta.generation.mode.is_positive:
            for field, text in IN_A_FORM.items():
                if body.get(field):
                    body[field] = text
    given = case.path_parameters or {}
    if case.method == "DELETE" and given.get("id") in RECORDS.values():
        given["id"] = str(uuid.uuid4())
    if case.method == "DELETE" or OUTSIDE.search(case.path):
        return
    record = next((known for start, known in RECORDS.items() if case.path.startswith(start)), None)
    # What is wrong on purpose stays so.
    if record and is_id(given.get("id")):
        given["id"] = record
    elif record and re.fullmatch(r"[A-Za-z0-9_-]{1,100}", str(given.get("publicLink", ""))):
        given["publicLink"] = record
