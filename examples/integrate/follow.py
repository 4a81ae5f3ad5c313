# Reads the answers of contacts from Rollcall's event log, applies each to the clinic's own data, and acknowledges it.
# Python 3.8 or newer runs it, without packages:
#   ROLLCALL=http://127.0.0.1:8080 TOKEN=rc_… ENTITY=clinica-lisboa DATA=appointments.json python3 follow.py
import json
import os
import time
import urllib.error
import urllib.request

rollcall, token, entity = (os.environ[name] for name in ("ROLLCALL", "TOKEN", "ENTITY"))
path = os.environ.get("DATA", "appointments.json")


# The clinic's data, here one file. It has the position in the log, too: both change together, or not at all.
def read_data():
    """Reads the data anew before each change: staff may have corrected it."""
    if not os.path.exists(path):
        return {"position": 0, "appointments": {}}
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def apply(event, data):
    """Replace this by your system. Staff read the message of an error, under "Not applied by your system"."""
    action, external_id = event["record"]["action"], event["record"]["external_id"]
    if external_id not in data["appointments"]:
        raise ValueError(f"There is no appointment {external_id}.")
    data["appointments"][external_id] = action
    print(f"{external_id}: {action}", flush=True)


def request(path, body=None):
    """Repeats a request until the service is available."""
    while True:
        sent = urllib.request.Request(rollcall + path, body and json.dumps(body).encode())
        sent.add_header("Authorization", f"Bearer {token}")
        sent.add_header("Content-Type", "application/json")
        try:
            return urllib.request.urlopen(sent, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                raise SystemExit(f"{error.code} {error.read().decode()}")
            time.sleep(int(error.headers.get("Retry-After", 5)))
        except OSError:
            time.sleep(5)


while True:
    # Staff have these sent again, after they have corrected the cause.
    resent = json.load(request(f"/v1/acknowledgements/{entity}?outcome=failed&resent=true&source=self"))
    wait = 0 if resent else 30
    page = request(f"/v1/events/{entity}/since/{read_data()['position']}?kind=action&wait={wait}")
    events = [failure["event"] for failure in resent] + json.load(page)
    data = read_data()
    outcomes = []
    for event in events:
        outcome = {"sequence": event["sequence"], "outcome": "applied"}
        try:
            apply(event, data)
        except Exception as error:
            outcome.update(outcome="failed", reason=str(error)[:500])
        outcomes.append(outcome)
    if outcomes:
        request(f"/v1/acknowledgements/{entity}", outcomes)
    data["position"] = int(page.headers["Rollcall-Sequence"])
    with open(path + ".new", "w", encoding="utf-8") as file:
        json.dump(data, file)
    os.replace(path + ".new", path)
