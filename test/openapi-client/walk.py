"""Calls every endpoint by a client that openapi-python-client made of the document, and prints a line of JSON for each answer.

Standard input: {"base_url", "calls": [{"id", "module", "token", "params", "query", "headers", "body", "multipart"}]}.
"""
import enum, importlib, inspect, io, json, sys, typing

sys.path.insert(0, sys.argv[1])
from made.client import AuthenticatedClient, Client
from made.models import ImportCreate, ImportOptions, ImportResource
from made.types import File


def model_of(annotation, body):
    """The body as the model that the generated function takes; of several, the one that loses nothing."""
    for model in typing.get_args(annotation) or [annotation]:
        if not hasattr(model, "from_dict"):
            continue
        made = model.from_dict(body)
        if made.to_dict() == body:
            return made
    raise ValueError(f"no model holds {body}")


def upload_of(body):
    """The body of the one upload: its file is a file."""
    file = File(payload=io.BytesIO(body["file"].encode()), file_name="contacts.csv", mime_type="text/csv")
    options = ImportOptions.from_dict(body["options"])
    return ImportCreate(file=file, resource=ImportResource(body["resource"]), options=options)


def value_of(annotation, value):
    """The value as the generated function takes it: one of an enumeration is no text."""
    kinds = [kind for kind in typing.get_args(annotation) if inspect.isclass(kind) and issubclass(kind, enum.Enum)]
    return kinds[0](value) if kinds else value


def argument(function, name):
    """The name that the generator gives to a parameter: `X-Brand-SID` is `x_brand_sid`, and `id` is `id`."""
    plain = name.lower().replace("-", "_")
    return plain if plain in inspect.signature(function).parameters else f"{plain}_"


work = json.load(sys.stdin)
for call in work["calls"]:
    module = importlib.import_module(f"made.api.{call['module']}")
    function = module.sync_detailed
    given = {**call["params"], **call["query"], **call["headers"]}
    hints = typing.get_type_hints(function)
    names = {argument(function, name): value for name, value in given.items()}
    arguments = {name: value_of(hints[name], value) for name, value in names.items()}
    body = inspect.signature(function).parameters.get("body")
    if body is not None and call["body"] is not None:
        arguments["body"] = upload_of(call["body"]) if call["multipart"] else model_of(hints["body"], call["body"])
    options = {"base_url": work["base_url"], "raise_on_unexpected_status": True}
    client = AuthenticatedClient(token=call["token"], **options) if call["token"] else Client(**options)
    answer = function(client=client, **arguments)
    print(json.dumps({"id": call["id"], "status": int(answer.status_code), "type": type(answer.parsed).__name__}))
