// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "webhooks",
 "about": "Endpoints that get signed webhook events.",
 "commands": [
  {
   "name": "webhooks.list",
   "words": [
    "webhooks",
    "list"
   ],
   "summary": "List the brand's webhook endpoints",
   "section": "Webhooks",
   "positionals": [],
   "flags": [
    {
     "name": "page",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Which page, from 1.",
     "at": [
      "query",
      "page"
     ]
    },
    {
     "name": "limit",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Rows at most; 30 when left out."
    },
    {
     "name": "all",
     "type": "boolean",
     "description": "Every page, printed as it comes."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/webhooks",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "url",
     "events",
     "enabled",
     "status",
     "failing_since",
     "secret",
     "last_delivery",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "url",
     "enabled",
     "status",
     "events"
    ]
   },
   "examples": [
    "mas webhooks list"
   ]
  },
  {
   "name": "webhooks.create",
   "words": [
    "webhooks",
    "create"
   ],
   "summary": "Add a webhook endpoint and get its signing secret",
   "section": "Webhooks",
   "positionals": [],
   "flags": [
    {
     "name": "url",
     "type": "string",
     "format": "uri",
     "contract": true,
     "description": "HTTPS, a public internet address, no user name or password in it.",
     "required": true,
     "at": [
      "body",
      "url"
     ]
    },
    {
     "name": "events",
     "type": "string",
     "choices": [
      "email.sent",
      "email.delivered",
      "email.bounced",
      "email.complained",
      "email.opened",
      "email.clicked",
      "email.failed",
      "email.received"
     ],
     "minItems": 1,
     "array": true,
     "contract": true,
     "description": "The event types to send, at least one; repeated ones count once.",
     "required": true,
     "at": [
      "body",
      "events"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/webhooks",
    "body": "required",
    "bodyFields": [
     "url",
     "events"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "url",
     "events",
     "enabled",
     "status",
     "failing_since",
     "secret",
     "last_delivery",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas webhooks create --url https://hooks.example.com/mas --events email.delivered,email.bounced"
   ]
  },
  {
   "name": "webhooks.get",
   "words": [
    "webhooks",
    "get"
   ],
   "summary": "Get a webhook endpoint, with its secret on demand",
   "section": "Webhooks",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [
    {
     "name": "reveal",
     "type": "boolean",
     "contract": true,
     "description": "True answers with the whole signing secret.",
     "at": [
      "query",
      "reveal"
     ]
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/webhooks/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "url",
     "events",
     "enabled",
     "status",
     "failing_since",
     "secret",
     "last_delivery",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas webhooks get 1 --reveal"
   ]
  },
  {
   "name": "webhooks.update",
   "words": [
    "webhooks",
    "update"
   ],
   "summary": "Change a webhook endpoint, or turn it on or off",
   "section": "Webhooks",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [
    {
     "name": "url",
     "type": "string",
     "format": "uri",
     "contract": true,
     "description": "HTTPS, a public internet address, no user name or password in it.",
     "at": [
      "body",
      "url"
     ]
    },
    {
     "name": "events",
     "type": "string",
     "choices": [
      "email.sent",
      "email.delivered",
      "email.bounced",
      "email.complained",
      "email.opened",
      "email.clicked",
      "email.failed",
      "email.received"
     ],
     "minItems": 1,
     "array": true,
     "contract": true,
     "description": "The event types to send from now on, at least one.",
     "at": [
      "body",
      "events"
     ]
    },
    {
     "name": "enabled",
     "type": "boolean",
     "contract": true,
     "description": "False turns the endpoint off and fails what is pending; true turns it on and forgets past failures.",
     "at": [
      "body",
      "enabled"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "PATCH",
    "path": "/v1/my/webhooks/{id}",
    "body": "required",
    "bodyFields": [
     "url",
     "events",
     "enabled"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "url",
     "events",
     "enabled",
     "status",
     "failing_since",
     "secret",
     "last_delivery",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas webhooks update 1 --enabled"
   ]
  },
  {
   "name": "webhooks.delete",
   "words": [
    "webhooks",
    "delete"
   ],
   "summary": "Delete a webhook endpoint and its delivery history",
   "section": "Webhooks",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [],
   "endpoint": {
    "method": "DELETE",
    "path": "/v1/my/webhooks/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "url",
     "events",
     "enabled",
     "status",
     "failing_since",
     "secret",
     "last_delivery",
     "created_at",
     "updated_at"
    ]
   },
   "confirm": "destructive",
   "examples": [
    "mas webhooks delete 1 --yes"
   ]
  },
  {
   "name": "webhooks.test",
   "words": [
    "webhooks",
    "test"
   ],
   "summary": "Send a signed sample event to a webhook endpoint",
   "section": "Webhooks",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [
    {
     "name": "type",
     "type": "string",
     "choices": [
      "email.sent",
      "email.delivered",
      "email.bounced",
      "email.complained",
      "email.opened",
      "email.clicked",
      "email.failed",
      "email.received"
     ],
     "contract": true,
     "description": "`email.delivered` when left out.",
     "default": "email.delivered",
     "at": [
      "body",
      "type"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/webhooks/{id}/test",
    "body": "optional",
    "bodyFields": [
     "type"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "event_id",
     "event_type",
     "status",
     "attempts",
     "last_response_status",
     "last_error",
     "next_attempt_at",
     "payload",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas webhooks test 1 --type email.bounced"
   ]
  },
  {
   "name": "webhooks.deliveries",
   "words": [
    "webhooks",
    "deliveries"
   ],
   "summary": "List the last seven days of deliveries, newest first",
   "description": [
    "On a terminal it draws each delivery's attempts on a time line; --output gives the data instead."
   ],
   "section": "Webhooks",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    }
   ],
   "flags": [
    {
     "name": "page",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Which page, from 1.",
     "at": [
      "query",
      "page"
     ]
    },
    {
     "name": "limit",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Rows at most; 30 when left out."
    },
    {
     "name": "all",
     "type": "boolean",
     "description": "Every page, printed as it comes."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/webhooks/{id}/deliveries",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "id",
     "event_id",
     "event_type",
     "status",
     "attempts",
     "last_response_status",
     "last_error",
     "next_attempt_at",
     "payload",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "event_type",
     "status",
     "attempts",
     "last_response_status",
     "next_attempt_at",
     "created_at"
    ]
   },
   "examples": [
    "mas webhooks deliveries 1"
   ]
  },
  {
   "name": "webhooks.listen",
   "words": [
    "webhooks",
    "listen"
   ],
   "summary": "Receive events on this machine, check and show them, and forward them",
   "description": [
    "With a mock server on this machine it adds an endpoint of its own, and removes it on Ctrl-C. A service elsewhere needs a public HTTPS address that leads here: give that as --public-url, or add the endpoint yourself and give its --secret.",
    "What the program behind --forward-to answers is what the service gets, so that failures are retried. An event whose signature is wrong is refused and not forwarded."
   ],
   "positionals": [],
   "flags": [
    {
     "name": "forward-to",
     "type": "string",
     "format": "uri",
     "placeholder": "url",
     "description": "Send each event on to this address, headers and bytes as they came."
    },
    {
     "name": "events",
     "type": "string",
     "array": true,
     "choices": [
      "email.sent",
      "email.delivered",
      "email.bounced",
      "email.complained",
      "email.opened",
      "email.clicked",
      "email.failed",
      "email.received"
     ],
     "description": "Event types to ask for; all when left out."
    },
    {
     "name": "port",
     "type": "integer",
     "minimum": 0,
     "maximum": 65535,
     "default": "0",
     "description": "0 picks a free one."
    },
    {
     "name": "public-url",
     "type": "string",
     "format": "uri",
     "placeholder": "url",
     "description": "HTTPS address that leads here, such as a tunnel's: it is added as an endpoint."
    },
    {
     "name": "secret",
     "type": "string",
     "secret": true,
     "placeholder": "whsec|@file|-",
     "description": "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out."
    },
    {
     "name": "count",
     "type": "integer",
     "minimum": 1,
     "description": "Stop after so many events."
    }
   ],
   "examples": [
    "mas webhooks listen --forward-to http://127.0.0.1:3000/hooks --events email.delivered,email.bounced"
   ]
  },
  {
   "name": "webhooks.trigger",
   "words": [
    "webhooks",
    "trigger"
   ],
   "summary": "Send a signed event of your own making to an address",
   "description": [
    "It starts from a sample of its type. --data replaces the sample's data, or the whole event where it has a type; --set changes single fields of the data, such as `--set bounce.type=soft`."
   ],
   "positionals": [
    {
     "name": "type",
     "type": "string",
     "required": true,
     "choices": [
      "email.sent",
      "email.delivered",
      "email.bounced",
      "email.complained",
      "email.opened",
      "email.clicked",
      "email.failed",
      "email.received"
     ],
     "description": "Event type."
    }
   ],
   "flags": [
    {
     "name": "to",
     "type": "string",
     "format": "uri",
     "required": true,
     "placeholder": "url",
     "description": "Address to send it to."
    },
    {
     "name": "secret",
     "type": "string",
     "secret": true,
     "placeholder": "whsec|@file|-",
     "description": "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out."
    },
    {
     "name": "data",
     "type": "string",
     "placeholder": "json|@file|-",
     "description": "The event's data as JSON."
    },
    {
     "name": "set",
     "type": "map",
     "placeholder": "path=value",
     "description": "One field of the data."
    },
    {
     "name": "id",
     "type": "string",
     "description": "The event's id; a new one when left out."
    }
   ],
   "examples": [
    "mas webhooks trigger email.bounced --to http://127.0.0.1:3000/hooks --set to=ada@example.test"
   ]
  },
  {
   "name": "webhooks.verify",
   "words": [
    "webhooks",
    "verify"
   ],
   "summary": "Check the signature of a webhook that was received",
   "positionals": [],
   "flags": [
    {
     "name": "body",
     "type": "string",
     "required": true,
     "placeholder": "text|@file|-",
     "description": "The body's exact bytes: text, @file, or - for stdin."
    },
    {
     "name": "secret",
     "type": "string",
     "secret": true,
     "placeholder": "whsec|@file|-",
     "description": "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out."
    },
    {
     "name": "id",
     "type": "string",
     "required": true,
     "description": "The header webhook-id."
    },
    {
     "name": "timestamp",
     "type": "string",
     "required": true,
     "description": "The header webhook-timestamp."
    },
    {
     "name": "signature",
     "type": "string",
     "required": true,
     "description": "The header webhook-signature."
    },
    {
     "name": "tolerance",
     "type": "string",
     "format": "duration",
     "default": "5m",
     "description": "How far the timestamp may be from now."
    }
   ],
   "examples": [
    "mas webhooks verify --body @body.json --secret @secret.txt --id evt_1 --timestamp 1767225600 --signature \"v1,…\""
   ]
  },
  {
   "name": "webhooks.sign",
   "words": [
    "webhooks",
    "sign"
   ],
   "summary": "Print the headers that sign a body",
   "positionals": [],
   "flags": [
    {
     "name": "body",
     "type": "string",
     "required": true,
     "placeholder": "text|@file|-",
     "description": "The body's exact bytes: text, @file, or - for stdin."
    },
    {
     "name": "secret",
     "type": "string",
     "secret": true,
     "placeholder": "whsec|@file|-",
     "description": "Signing secret: @file, or - for stdin; MAS_WEBHOOK_SECRET when left out."
    },
    {
     "name": "id",
     "type": "string",
     "description": "The header webhook-id; a new one when left out."
    },
    {
     "name": "timestamp",
     "type": "string",
     "placeholder": "seconds|time",
     "description": "Unix seconds, or a moment such as 2026-01-31T09:30:00Z; now when left out."
    }
   ],
   "examples": [
    "mas webhooks sign --body @body.json --secret @secret.txt"
   ]
  },
  {
   "name": "webhooks.secret",
   "words": [
    "webhooks",
    "secret"
   ],
   "summary": "Print an endpoint's signing secret, and nothing else",
   "positionals": [
    {
     "name": "id",
     "type": "integer",
     "minimum": 1,
     "required": true,
     "description": "The endpoint's id."
    }
   ],
   "flags": [],
   "examples": [
    "mas webhooks secret 1"
   ]
  }
 ]
}
