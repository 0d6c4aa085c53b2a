// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "campaigns",
 "about": "Sendings to many contacts.",
 "commands": [
  {
   "name": "campaigns.list",
   "words": [
    "campaigns",
    "list"
   ],
   "summary": "List the brand's campaigns",
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
    "path": "/v1/my/campaigns",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "brand_id",
     "name",
     "channel",
     "status",
     "subject",
     "template_id",
     "audience",
     "scheduled_at",
     "sent_count",
     "editable",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "channel",
     "status",
     "subject",
     "scheduled_at",
     "sent_count"
    ]
   },
   "examples": [
    "mas campaigns list"
   ]
  },
  {
   "name": "campaigns.create",
   "words": [
    "campaigns",
    "create"
   ],
   "summary": "Begin a campaign as a draft",
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
     "name": "channel",
     "type": "string",
     "choices": [
      "email",
      "sms"
     ],
     "contract": true,
     "description": "email when left out.",
     "default": "email",
     "at": [
      "body",
      "channel"
     ]
    },
    {
     "name": "subject",
     "type": "string",
     "contract": true,
     "at": [
      "body",
      "subject"
     ]
    },
    {
     "name": "template-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "template_id"
     ]
    },
    {
     "name": "audience",
     "type": "json",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "audience"
     ]
    },
    {
     "name": "audience-type",
     "type": "string",
     "choices": [
      "lists",
      "segment",
      "all_contacts"
     ],
     "contract": true,
     "required": true,
     "at": [
      "body",
      "audience",
      "type"
     ],
     "within": "audience",
     "aliases": [
      "type"
     ]
    },
    {
     "name": "audience-list-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "description": "With lists: at least one.",
     "at": [
      "body",
      "audience",
      "list_ids"
     ],
     "within": "audience",
     "aliases": [
      "list-ids"
     ]
    },
    {
     "name": "audience-segment-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "With segment.",
     "at": [
      "body",
      "audience",
      "segment_id"
     ],
     "within": "audience",
     "aliases": [
      "segment-id"
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
    "path": "/v1/my/campaigns",
    "body": "required",
    "bodyFields": [
     "name",
     "channel",
     "subject",
     "template_id",
     "audience"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "brand_id",
     "name",
     "channel",
     "status",
     "subject",
     "template_id",
     "audience",
     "scheduled_at",
     "sent_count",
     "editable",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas campaigns create --name Spring --subject 'Spring is here' --template-id 1 --audience-type lists --audience-list-ids 1"
   ]
  },
  {
   "name": "campaigns.get",
   "words": [
    "campaigns",
    "get"
   ],
   "summary": "Get a campaign",
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
    "path": "/v1/my/campaigns/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "brand_id",
     "name",
     "channel",
     "status",
     "subject",
     "template_id",
     "audience",
     "scheduled_at",
     "sent_count",
     "editable",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas campaigns get 1"
   ]
  },
  {
   "name": "campaigns.update",
   "words": [
    "campaigns",
    "update"
   ],
   "summary": "Change a campaign that is still editable",
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
     "at": [
      "body",
      "subject"
     ]
    },
    {
     "name": "template-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "template_id"
     ]
    },
    {
     "name": "audience",
     "type": "json",
     "contract": true,
     "nullable": true,
     "at": [
      "body",
      "audience"
     ]
    },
    {
     "name": "audience-type",
     "type": "string",
     "choices": [
      "lists",
      "segment",
      "all_contacts"
     ],
     "contract": true,
     "required": true,
     "at": [
      "body",
      "audience",
      "type"
     ],
     "within": "audience",
     "aliases": [
      "type"
     ]
    },
    {
     "name": "audience-list-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "description": "With lists: at least one.",
     "at": [
      "body",
      "audience",
      "list_ids"
     ],
     "within": "audience",
     "aliases": [
      "list-ids"
     ]
    },
    {
     "name": "audience-segment-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "With segment.",
     "at": [
      "body",
      "audience",
      "segment_id"
     ],
     "within": "audience",
     "aliases": [
      "segment-id"
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
    "path": "/v1/my/campaigns/{id}",
    "body": "required",
    "bodyFields": [
     "name",
     "subject",
     "template_id",
     "audience"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "brand_id",
     "name",
     "channel",
     "status",
     "subject",
     "template_id",
     "audience",
     "scheduled_at",
     "sent_count",
     "editable",
     "created_at",
     "updated_at"
    ]
   },
   "examples": [
    "mas campaigns update 1 --subject 'Spring is here at last'"
   ]
  },
  {
   "name": "campaigns.send",
   "words": [
    "campaigns",
    "send"
   ],
   "summary": "Send a campaign now or at a set time",
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
     "name": "deliver-at",
     "type": "string",
     "format": "date-time",
     "contract": true,
     "description": "At once when left out or past.",
     "at": [
      "body",
      "deliver_at"
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
    "path": "/v1/my/campaigns/{id}/send",
    "body": "optional",
    "bodyFields": [
     "deliver_at"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "account_id",
     "brand_id",
     "name",
     "channel",
     "status",
     "subject",
     "template_id",
     "audience",
     "scheduled_at",
     "sent_count",
     "editable",
     "created_at",
     "updated_at"
    ]
   },
   "confirm": "destructive",
   "examples": [
    "mas campaigns send 1 --yes"
   ]
  }
 ]
}
