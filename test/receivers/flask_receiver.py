"""A webhook receiver in Flask, with only the fault that its path names: /<fault>/webhooks."""
import base64
import hashlib
import hmac
import json
import os
import threading
import time
from collections import defaultdict

from flask import Flask, redirect, request

app = Flask(__name__)
app.config["MAX_CONTENT_LENGTH"] = 8 * 1024 * 1024
key = base64.b64decode(os.environ["SECRET"][len("whsec_"):])
lock = threading.Lock()
done, breaks, kept = defaultdict(int), defaultdict(int), defaultdict(set)


def work(fault):
    with lock:
        if breaks[fault] > 0:
            breaks[fault] -= 1
            raise RuntimeError("The database is away")
        done[fault] += 1


def is_signed(fault, raw):
    if fault == "nothing verified":
        return True
    names = ("webhook-id", "webhook-timestamp", "webhook-signature")
    event_id, timestamp, signature = (request.headers.get(name, "") for name in names)
    if not (event_id and timestamp.isdigit() and signature):
        return False
    if fault != "no replay window" and abs(time.time() - int(timestamp)) > 300:
        return False
    mac = hmac.new(key, f"{event_id}.{timestamp}.".encode() + raw, hashlib.sha256).digest()
    wanted = "v1," + base64.b64encode(mac).decode()
    if fault == "header compared as one string":
        return signature == wanted
    return any(hmac.compare_digest(each, wanted) for each in signature.split(" "))


@app.post("/<fault>/webhooks")
def webhooks(fault):
    if fault == "redirect to a login":
        return redirect("/login")
    raw = request.get_data()
    if fault == "body parsed first":
        raw = json.dumps(request.get_json(), separators=(",", ":"), ensure_ascii=False).encode("utf-8", "surrogatepass")
    if not is_signed(fault, raw):
        return "", 400
    if fault == "parser throws":
        json.loads(raw)
    try:
        json.loads(raw)
    except ValueError:
        return "", 400
    event_id = request.headers.get("webhook-id", "")
    if fault == "no memory":
        work(fault)
        return ""
    with lock:
        if event_id in kept[fault]:
            return ""
        kept[fault].add(event_id)
    try:
        work(fault)
    except RuntimeError:
        if fault != "id kept before work":
            kept[fault].discard(event_id)
        return "", 500
    return ""


@app.get("/<fault>/effects")
def effects(fault):
    return str(done[fault])


@app.post("/<fault>/break")
def break_work(fault):
    breaks[fault] += 1
    return ""


@app.get("/login")
def login():
    return "Who are you?"


if __name__ == "__main__":
    from werkzeug.serving import make_server

    server = make_server("127.0.0.1", 0, app, threaded=True)
    print(f"listening on {server.server_port}", flush=True)
    server.serve_forever()
