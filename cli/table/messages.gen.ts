// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "messages",
 "about": "Transactional e-mail and SMS.",
 "commands": [
  {
   "name": "messages.send",
   "words": [
    "messages",
    "send"
   ],
   "summary": "Send one transactional e-mail or SMS",
   "description": [
    "A message to send. An e-mail needs --to, --subject and --html, --body or --template-id; an SMS needs --to and --body, and takes nothing else but --data.",
    "On a terminal, without flags, it asks for everything and shows a preview before it sends."
   ],
   "section": "Transactional messages",
   "positionals": [],
   "flags": [
    {
     "name": "channel",
     "type": "string",
     "choices": [
      "email",
      "sms"
     ],
     "contract": true,
     "description": "How a message travels.",
     "required": true,
     "at": [
      "body",
      "channel"
     ]
    },
    {
     "name": "to",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "description": "An e-mail address; for SMS a phone number in E.164 form, such as `+4915112345678`.",
     "required": true,
     "at": [
      "body",
      "to"
     ]
    },
    {
     "name": "subject",
     "type": "string",
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F]*$",
     "contract": true,
     "description": "E-mail only.",
     "at": [
      "body",
      "subject"
     ]
    },
    {
     "name": "html",
     "type": "string",
     "contract": true,
     "description": "E-mail only: the HTML part; wins over the template's.",
     "at": [
      "body",
      "html"
     ]
    },
    {
     "name": "body",
     "type": "string",
     "contract": true,
     "description": "Plain text: the SMS itself, or the text part of an e-mail, where it wins over the template's.",
     "at": [
      "body",
      "body"
     ]
    },
    {
     "name": "template-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "E-mail only: the template that gives the parts that the message leaves out.",
     "at": [
      "body",
      "template_id"
     ]
    },
    {
     "name": "from",
     "type": "string",
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F]*$",
     "contract": true,
     "description": "E-mail only: a verified sender of the brand, with or without a name. The brand's own sender when left out.",
     "at": [
      "body",
      "from"
     ]
    },
    {
     "name": "from-email",
     "type": "string",
     "format": "email",
     "contract": true,
     "description": "Another name for --from.",
     "at": [
      "body",
      "from_email"
     ]
    },
    {
     "name": "reply-to",
     "type": "string",
     "pattern": "^[^\\u0000-\\u001F\\u007F-\\u009F]*$",
     "contract": true,
     "description": "E-mail only: where answers go.",
     "at": [
      "body",
      "reply_to"
     ]
    },
    {
     "name": "headers",
     "type": "map",
     "contract": true,
     "description": "E-mail only: extra headers by name; reserved ones are refused.",
     "at": [
      "body",
      "headers"
     ]
    },
    {
     "name": "tags",
     "type": "map",
     "contract": true,
     "description": "E-mail only: labels that come back in webhook events; reserved keys are refused.",
     "at": [
      "body",
      "tags"
     ]
    },
    {
     "name": "data",
     "type": "json",
     "contract": true,
     "description": "What the text can name as `{{ data.x }}`. Or the whole body as JSON: @file, or - for stdin.",
     "at": [
      "body",
      "data"
     ],
     "placeholder": "json|@file|-"
    },
    {
     "name": "idempotency-key",
     "type": "string",
     "description": "The same key with the same request has one effect. One is made up for this call when it is left out.",
     "placeholder": "key",
     "minLength": 1,
     "maxLength": 128,
     "contract": true
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/messages",
    "body": "required",
    "bodyFields": [
     "channel",
     "to",
     "subject",
     "html",
     "body",
     "template_id",
     "from",
     "from_email",
     "reply_to",
     "headers",
     "tags",
     "data"
    ],
    "idempotency": "optional",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "channel",
     "to",
     "subject",
     "status",
     "provider_id",
     "source_type",
     "status_reason_code",
     "status_reason",
     "failure_code",
     "failure_reason",
     "failure_category",
     "sent_at",
     "created_at"
    ]
   },
   "examples": [
    "mas messages send --channel email --to ada@example.test --subject 'Your receipt' --html '<p>Thank you, Ada.</p>' --from hello@acme.test --tags order=1001 --idempotency-key receipt-1001"
   ]
  },
  {
   "name": "messages.list",
   "words": [
    "messages",
    "list"
   ],
   "summary": "List the messages of the brand",
   "section": "Transactional messages",
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
    "path": "/v1/my/messages",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "channel",
     "to",
     "subject",
     "status",
     "provider_id",
     "source_type",
     "status_reason_code",
     "status_reason",
     "failure_code",
     "failure_reason",
     "failure_category",
     "sent_at",
     "created_at"
    ],
    "columns": [
     "id",
     "channel",
     "to",
     "subject",
     "status",
     "created_at"
    ]
   },
   "examples": [
    "mas messages list"
   ]
  }
 ]
}
