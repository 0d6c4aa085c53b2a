"""Calls every endpoint with a client that OpenAPI Generator made from the document, and prints a line of JSON per response.

Standard input: {"base_url", "calls": [{"id", "token", "params", "given", "body"}]}: `params` are the path parameters, in order,
`given` are query parameters, headers and form parts by name.
"""
import json, os, re, sys, tempfile, types

from dateutil.parser import isoparse

import mas


def snake(name):
    """`fundingPurchases.create` is `funding_purchases_create`, `X-Brand-SID` is `x_brand_sid`."""
    return re.sub(r"[-.]", "_", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)).lower()


def kinds_of(function):
    """The parameters of a generated function with their types, which only its documentation has."""
    return {name: kind for kind, name in re.findall(r":param (\S+) (\w+):", function.__doc__)}


def lost(path, source, model):
    """The fields of a JSON text that are missing in the model decoded from it. Models omit null fields."""
    if isinstance(source, dict) and isinstance(model, dict):
        return [name for key, value in source.items() for name in lost(f"{path}.{key}", value, model.get(key))]
    if isinstance(source, list) and isinstance(model, list) and len(source) == len(model):
        return [name for pair in zip(source, model) for name in lost(path, *pair)]
    return [] if source == model or same_time(source, model) else [path]


def same_time(first, second):
    try:
        return isoparse(str(first)) == isoparse(str(second))
    except (ValueError, TypeError):
        return False


def lost_of(client, body, value):
    """The fields lost from a response body; a file is compared with the one that the client wrote."""
    if isinstance(body, bytes):
        with open(value, "rb") as file:
            return [] if file.read() == body else ["content"]
    return lost("", json.loads(body) if body else None, client.sanitize_for_serialization(value))


def read(client, text, kind):
    """Decodes a JSON text into a type with the client; also returns the lost fields."""
    value = client.deserialize(types.SimpleNamespace(data=text), kind)
    return value, lost_of(client, text, value)


def argument(client, folder, kind, value):
    """A value as the generated function takes it; a file becomes its path."""
    if kind == "file":
        path = os.path.join(folder, "contacts.csv")
        with open(path, "w") as file:
            file.write(value)
        return path
    made, missing = read(client, json.dumps(value), kind)
    if missing:
        raise ValueError(f"{kind} does not hold {missing} of {value}")
    return made


def body_of(kinds):
    """The parameter for the body: the only model with fields."""
    return next(name for name, kind in kinds.items() if getattr(getattr(mas, kind, None), "openapi_types", None))


def send(client, folder, call):
    group = call["id"].split(".")[0]
    api = getattr(mas, f"{group[0].upper()}{group[1:]}Api")(client)
    function = getattr(api, f"{snake(call['id'])}_with_http_info")
    kinds = kinds_of(function)
    named = {}
    for name, value in call["given"].items():
        made = argument(client, folder, kinds[snake(name)], value)
        # The client would send `True` in a query, and cannot send a model as a form part: send both as JSON text.
        named[snake(name)] = json.dumps(value) if isinstance(value, (bool, dict)) else made
    if "body" in call:
        name = body_of(kinds)
        named[name] = argument(client, folder, kinds[name], call["body"])
    return function(*call["params"], **named)


def answer_to(client, folder, call):
    try:
        value, status, _ = send(client, folder, call)
        missing = lost_of(client, client.last_response.data, value)
    except mas.ApiException as refusal:
        # The client does not decode an error body.
        status = refusal.status
        value, missing = read(client, refusal.body, "ErrorBody")
    return {"id": call["id"], "status": status, "type": type(value).__name__, "lost": missing or None}


work = json.load(sys.stdin)
with tempfile.TemporaryDirectory() as folder:
    for call in work["calls"]:
        configuration = mas.Configuration(host=work["base_url"])
        configuration.access_token = call["token"]
        configuration.temp_folder_path = folder
        with mas.ApiClient(configuration) as client:
            print(json.dumps(answer_to(client, folder, call)))
