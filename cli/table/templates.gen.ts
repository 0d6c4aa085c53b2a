// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "templates",
 "about": "Messages to fill in.",
 "commands": [
  {
   "name": "templates.list",
   "words": [
    "templates",
    "list"
   ],
   "summary": "List the brand's templates",
   "section": "Contacts, lists and other groups",
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
    "path": "/v1/my/templates",
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
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to",
     "version",
     "variables",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "subject",
     "version",
     "updated_at"
    ]
   },
   "examples": [
    "mas templates list"
   ]
  },
  {
   "name": "templates.create",
   "words": [
    "templates",
    "create"
   ],
   "summary": "Add a template",
   "section": "Contacts, lists and other groups",
   "positionals": [],
   "flags": [
    {
     "name": "name",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "at": [
      "body",
      "name"
     ]
    },
    {
     "name": "subject",
     "type": "string",
     "contract": true,
     "description": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
     "at": [
      "body",
      "subject"
     ]
    },
    {
     "name": "html",
     "type": "string",
     "contract": true,
     "description": "The HTML part, in Liquid.",
     "at": [
      "body",
      "html"
     ]
    },
    {
     "name": "body",
     "type": "string",
     "contract": true,
     "description": "The plain text part, in Liquid.",
     "at": [
      "body",
      "body"
     ]
    },
    {
     "name": "preheader",
     "type": "string",
     "contract": true,
     "description": "The line that mail programs show beside the subject.",
     "at": [
      "body",
      "preheader"
     ]
    },
    {
     "name": "from-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "from_name"
     ]
    },
    {
     "name": "from-email",
     "type": "string",
     "format": "email",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "from_email"
     ]
    },
    {
     "name": "reply-to",
     "type": "string",
     "format": "email",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "reply_to"
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
    "path": "/v1/my/templates",
    "body": "required",
    "bodyFields": [
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to",
     "version",
     "variables",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas templates create --name Receipt --subject 'Receipt {{ data.order }}' --html '<p>Thank you, {{ contact.first_name }}.</p>'"
   ]
  },
  {
   "name": "templates.get",
   "words": [
    "templates",
    "get"
   ],
   "summary": "Get a template",
   "section": "Contacts, lists and other groups",
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
    "method": "GET",
    "path": "/v1/my/templates/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to",
     "version",
     "variables",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas templates get 1"
   ]
  },
  {
   "name": "templates.update",
   "words": [
    "templates",
    "update"
   ],
   "summary": "Change a template",
   "section": "Contacts, lists and other groups",
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
     "name": "name",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "at": [
      "body",
      "name"
     ]
    },
    {
     "name": "subject",
     "type": "string",
     "contract": true,
     "description": "In Liquid: `{{ data.x }}` and `{{ contact.first_name }}` are filled in on sending.",
     "at": [
      "body",
      "subject"
     ]
    },
    {
     "name": "html",
     "type": "string",
     "contract": true,
     "description": "The HTML part, in Liquid.",
     "at": [
      "body",
      "html"
     ]
    },
    {
     "name": "body",
     "type": "string",
     "contract": true,
     "description": "The plain text part, in Liquid.",
     "at": [
      "body",
      "body"
     ]
    },
    {
     "name": "preheader",
     "type": "string",
     "contract": true,
     "description": "The line that mail programs show beside the subject.",
     "at": [
      "body",
      "preheader"
     ]
    },
    {
     "name": "from-name",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "from_name"
     ]
    },
    {
     "name": "from-email",
     "type": "string",
     "format": "email",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "from_email"
     ]
    },
    {
     "name": "reply-to",
     "type": "string",
     "format": "email",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "reply_to"
     ]
    },
    {
     "name": "if-version",
     "type": "integer",
     "contract": true,
     "description": "The version that the change starts from; 409 when the template has moved on.",
     "at": [
      "body",
      "if_version"
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
    "path": "/v1/my/templates/{id}",
    "body": "required",
    "bodyFields": [
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to",
     "if_version"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "brand_id",
     "name",
     "subject",
     "html",
     "body",
     "preheader",
     "from_name",
     "from_email",
     "reply_to",
     "version",
     "variables",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas templates update 1 --subject 'Welcome, {{ contact.first_name }}'"
   ]
  },
  {
   "name": "templates.sendTest",
   "words": [
    "templates",
    "send-test"
   ],
   "summary": "Send a template to oneself as a test",
   "section": "Contacts, lists and other groups",
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
     "name": "email",
     "type": "string",
     "format": "email",
     "minItems": 1,
     "array": "one-or-many",
     "contract": true,
     "description": "One address or several.",
     "required": true,
     "at": [
      "body",
      "email"
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
    "path": "/v1/my/templates/{id}/send_test",
    "body": "required",
    "bodyFields": [
     "email"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "sent",
     "results"
    ]
   },
   "examples": [
    "mas templates send-test 1 --email hello@acme.test"
   ]
  }
 ]
}
