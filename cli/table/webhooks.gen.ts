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
  }
 ]
}
