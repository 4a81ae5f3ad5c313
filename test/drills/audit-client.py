"""A random client of one clinic that then finds each of its requests in the audit.

Written from docs/using/audit.md and the pages beside it, with Python's standard library only:
python3 audit-client.py URL TOKEN ENTITY REQUESTS SEED
"""

import datetime
import json
import random
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

URL, TOKEN, ENTITY, REQUESTS, SEED = *sys.argv[1:4], int(sys.argv[4]), int(sys.argv[5])
chance = random.Random(SEED)
TODAY = datetime.datetime.now(datetime.timezone.utc)
UNKNOWN = "019d3960-6c01-7a53-9c61-0f6d2b8e7a15"


def ask(method, path, body=None, headers=None):
    """Returns the status, the headers and the body of a response."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, method=method)
    request.add_header("Authorization", f"Bearer {TOKEN}")
    if data is not None:
        request.add_header("Content-Type", "application/json")
    for name, value in (headers or {}).items():
        request.add_header(name, value)
    try:
        response = urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        return response.status, response.headers, response.read()


class Requests:
    """The requests so far, with what the audit must say of each."""

    def __init__(self):
        self.expected = {}
        self.sent = 0

    def send(self, operation, method, path, body=None, headers=None, whom=None):
        """Sends a request. `whom` returns the notifications of its records from the status and the body; None: no entry."""
        status, answer, text = ask(method, path, body, headers)
        self.sent += 1
        if whom is not None:
            ids = whom(status, text)
            self.expected[answer["Request-Id"]] = (operation, str(status), ids)
        return status, text


log = Requests()
visits = {}
contacts = {}


def instant(hours):
    return (TODAY + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def records(member):
    """Reads the notifications of a list, of which 304 and errors have none."""
    return lambda status, text: [one.get(member) for one in json.loads(text)] if status == 200 else []


def of_path(notification):
    return lambda status, _: [] if status in (400, 404) else [notification]


nobody = lambda _status, _text: []


def submit():
    count = chance.choice([1, 1, 1, 2, 5, 130])
    items = []
    for _ in range(count):
        key, contact = f"A-{chance.randrange(400)}", f"P-{chance.randrange(60)}"
        items.append({
            "external_id": key,
            "contact": {"external_id": contact, "name": "Maria Santos", "language": "pt_PT", "country": "PT"},
            "addresses": [{"channel": "mobile", "uid": f"9123{chance.randrange(10**5):05}"}],
            "params": {"when": instant(24 + chance.randrange(200)), "doctor": "Ana Reis"},
        })
    items = list({item["external_id"]: item for item in items}.values())
    dry = chance.random() < 0.1
    task = {"category": "medical", "target": "appointment", "dry_run": dry, "on_fault": "skip", "notifications": items}
    accepted = lambda status, text: [None if dry else one["id"] for one in json.loads(text)["notifications"]] if status == 202 else []
    status, text = log.send("submitNotifications", "POST", f"/v1/notifications/{ENTITY}", task, whom=accepted)
    if status == 202 and not dry:
        for one in json.loads(text)["notifications"]:
            visits[one["id"]] = one["external_id"]
            contacts[one["id"]] = next(i["contact"]["external_id"] for i in items if i["external_id"] == one["external_id"])


def some():
    return UNKNOWN if not visits or chance.random() < 0.1 else chance.choice(list(visits))


def read_one():
    one = some()
    operation, path = chance.choice([("getNotification", ""), ("getTimeline", "/timeline"), ("listSentMessages", "/messages"),
                                     ("getArrivalStatusOfNotification", "/arrival")])
    log.send(operation, "GET", f"/v1/notifications/{ENTITY}/{one}{path}", whom=of_path(one))


def change_one():
    one = some()
    path = f"/v1/notifications/{ENTITY}/{one}"
    operation, method, rest, body = chance.choice([
        ("answerForContact", "POST", "/answer", {"action": chance.choice(["confirm", "reschedule", "cancel", "dance"])}),
        ("addNote", "POST", "/notes", chance.choice([{"text": "Try her work"}, {}])),
        ("markDone", "PUT", "/done", {"done": True}),
        ("claimVisit", "PUT", "/claim", {"key": chance.choice(["a", "b"])}),
        ("endClaim", "DELETE", "/claim?key=a", None),
        ("withdrawNotification", "POST", "/cancellation", None),
        ("markArrivalOfNotification", "POST", "/arrival", {}),
        ("annulArrivalOfNotification", "POST", "/arrival/annulment", {"reason": "Another contact"}),
        ("removeNote", "DELETE", f"/notes/{UNKNOWN}", None),
        ("sendReminder", "POST", "/reminder", {}),
    ])
    log.send(operation, method, path + rest, body, whom=of_path(one))


def read_list():
    first = (TODAY + datetime.timedelta(days=chance.randrange(-1, 4))).date()
    last = first + datetime.timedelta(days=chance.randrange(-1, 9))
    limit = chance.choice(["", "?limit=10", "?limit=100", "?limit=101"])
    operation, path, member = chance.choice([
        ("listActions", f"/v1/metrics/notifications/actions/{ENTITY}/bydate/{first}/{last}{limit}", "notification_id"),
        ("listVisits", f"/v1/notifications/{ENTITY}/byvisit/{first}/{last}{limit}", "id"),
        ("followActions", f"/v1/metrics/notifications/actions/{ENTITY}/since/{chance.randrange(50)}{limit}", "notification_id"),
        ("followEvents", f"/v1/events/{ENTITY}/since/{chance.randrange(2000)}{limit}", "notification_id"),
        ("findNotifications", f"/v1/notifications/{ENTITY}?external_id=A-{chance.randrange(400)}&external_id=A-1", "id"),
        ("listReplies", f"/v1/replies/{ENTITY}/bydate/{first}/{last}", "notification_id"),
        ("listOptOuts", f"/v1/opt-outs/{ENTITY}", "notification_id"),
        ("listAcknowledgements", f"/v1/acknowledgements/{ENTITY}", "notification_id"),
    ])
    unchanged = operation == "listActions" and chance.random() < 0.2
    log.send(operation, "GET", path, headers={"If-None-Match": "*"} if unchanged else None, whom=records(member))


def read_other():
    operation, method, path, whom = chance.choice([
        ("listVisits", "HEAD", f"/v1/notifications/{ENTITY}/byvisit/{TODAY.date()}/{TODAY.date()}", nobody),
        (None, "GET", f"/v1/notifications/{ENTITY}/byvisit/{TODAY.date()}/{TODAY.date()}/count", None),
        (None, "GET", f"/v1/entities/{ENTITY}", None),
        (None, "GET", "/v1/access-token", None),
        (None, "GET", f"/v1/claims/{ENTITY}", None),
        ("listActions", "GET", f"/v1/metrics/notifications/actions/{ENTITY}/bydate/2026-02-30/2026-03-01", nobody),
        ("checkIn", "GET", f"/v1/checkin/bytoken/{ENTITY}/UNKNOWNUNKNOWNUNKNOWNUN", nobody),
        ("listActions", "GET", "/v1/metrics/notifications/actions/another-clinic/bydate/2026-03-01/2026-03-01", None),
        (None, "GET", f"/v1/no-such-thing/{ENTITY}", None),
    ])
    log.send(operation, method, path, whom=whom)


def set_opt_out():
    address = {"channel": "email", "uid": f"a{chance.randrange(9)}@example.org", "opted_out": chance.random() < 0.7}
    log.send("setOptOut", "PUT", f"/v1/opt-outs/{ENTITY}", address, whom=lambda _status, _text: [None])


def pages(path):
    """Reads a list to its end."""
    while path:
        status, headers, text = ask("GET", path)
        assert status == 200, (status, text)
        yield from json.loads(text)
        link = headers["Link"]
        path = link[1:link.index(">")] if link else None


def entry_of(expected):
    operation, outcome, ids = expected
    named = sorted({one for one in ids if one is not None}) if len(ids) <= 100 else None
    return {"operation": operation, "outcome": outcome, "count": len(ids), "notification_ids": named}


submit()
while log.sent < REQUESTS:
    chance.choices([submit, read_one, change_one, read_list, read_other, set_opt_out], [1, 6, 4, 5, 3, 1])[0]()

time.sleep(1)
first, last = (TODAY - datetime.timedelta(days=1)).date(), (TODAY + datetime.timedelta(days=2)).date()
found, twice, others = {}, 0, 0
for entry in pages(f"/v1/audit/{ENTITY}/bydate/{first}/{last}?limit=1000"):
    if entry["who"]["kind"] != "credential" or entry["operation"] in ("listAudit", "listAuditOfContact"):
        continue
    twice += entry["id"] in found
    found[entry["id"]] = entry
missing = [one for one in log.expected if one not in found]
surplus = [one for one in found if one not in log.expected]
wrong = []
for one, expected in log.expected.items():
    if one in found:
        stored = found[one]
        named = stored.get("notification_ids")
        shown = {name: stored.get(name) for name in ("operation", "outcome", "count")}
        shown["notification_ids"] = None if named is None else sorted(named)
        if shown != entry_of(expected):
            wrong.append((entry_of(expected), shown))

unlike = 0
for contact in chance.sample(sorted(set(contacts.values())), 5):
    own = {one for one, whose in contacts.items() if whose == contact}
    listed = [entry["id"] for entry in pages(f"/v1/contacts/{ENTITY}/{contact}/audit?limit=1000") if entry["id"] in found]
    named = {one for one, entry in found.items() if own & set(entry.get("notification_ids") or [])}
    unlike += len(listed) != len(set(listed)) or set(listed) != named

print(json.dumps({"requests": log.sent, "with an entry": len(log.expected), "missing": missing[:5], "surplus": surplus[:5],
                  "twice": twice, "wrong": wrong[:5], "contacts unlike": unlike}))
