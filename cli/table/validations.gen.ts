// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "validations",
 "about": "Prepaid validation of e-mail addresses; never started by an import, a schedule or a send.",
 "commands": [
  {
   "name": "validations.quote",
   "words": [
    "validations",
    "quote"
   ],
   "summary": "Show what validating an audience would cost",
   "section": "Email validation",
   "positionals": [],
   "flags": [
    {
     "name": "contact-channel-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "at": [
      "body",
      "contact_channel_ids"
     ]
    },
    {
     "name": "contact-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "at": [
      "body",
      "contact_ids"
     ]
    },
    {
     "name": "list-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "body",
      "list_id"
     ]
    },
    {
     "name": "segment-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "body",
      "segment_id"
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
    "path": "/v1/my/validation_operations/quote",
    "body": "required",
    "bodyFields": [
     "contact_channel_ids",
     "contact_ids",
     "list_id",
     "segment_id"
    ],
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "status",
     "source_kind",
     "counts.candidate_count",
     "counts.deduplicated_count",
     "counts.cached_count",
     "counts.ineligible_count",
     "counts.eligible_count",
     "pricing.unit_rate_cents",
     "pricing.maximum_charge_cents",
     "pricing.currency",
     "pricing.expires_at",
     "funding.available",
     "funding.available_cents",
     "funding.shortfall_cents"
    ]
   },
   "examples": [
    "mas validations quote --list-id 1"
   ]
  },
  {
   "name": "validations.start",
   "words": [
    "validations",
    "start"
   ],
   "summary": "Start validating an audience, or resume the operation already started",
   "section": "Email validation",
   "positionals": [],
   "flags": [
    {
     "name": "contact-channel-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "at": [
      "body",
      "contact_channel_ids"
     ]
    },
    {
     "name": "contact-ids",
     "type": "integer",
     "minimum": 1,
     "minItems": 1,
     "array": true,
     "contract": true,
     "at": [
      "body",
      "contact_ids"
     ]
    },
    {
     "name": "list-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "body",
      "list_id"
     ]
    },
    {
     "name": "segment-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "at": [
      "body",
      "segment_id"
     ]
    },
    {
     "name": "data",
     "type": "string",
     "description": "The whole body as JSON: @file, or - for stdin. Flags win over what it says.",
     "placeholder": "@file|-"
    },
    {
     "name": "idempotency-key",
     "type": "string",
     "required": true,
     "description": "A key of your own: the same key with the same request has one effect, however often it is sent.",
     "placeholder": "key",
     "minLength": 1,
     "maxLength": 128,
     "contract": true
    },
    {
     "name": "wait",
     "type": "boolean",
     "description": "Wait until every address has its result, showing how it goes. Ctrl-C stops waiting only."
    },
    {
     "name": "wait-timeout",
     "type": "string",
     "format": "duration",
     "default": "10m",
     "description": "How long to wait at most; 0 is for ever."
    }
   ],
   "endpoint": {
    "method": "POST",
    "path": "/v1/my/validation_operations",
    "body": "required",
    "bodyFields": [
     "contact_channel_ids",
     "contact_ids",
     "list_id",
     "segment_id"
    ],
    "idempotency": "required",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "operation_id",
     "status",
     "source_kind",
     "counts.candidate_count",
     "counts.deduplicated_count",
     "counts.cached_count",
     "counts.ineligible_count",
     "counts.eligible_count",
     "pricing.unit_rate_cents",
     "pricing.maximum_charge_cents",
     "pricing.currency",
     "pricing.expires_at",
     "funding.available",
     "funding.available_cents",
     "funding.shortfall_cents",
     "started_at",
     "completed_at"
    ]
   },
   "confirm": "paid",
   "examples": [
    "mas validations start --list-id 1 --idempotency-key newsletter-2026-01 --yes"
   ]
  },
  {
   "name": "validations.get",
   "words": [
    "validations",
    "get"
   ],
   "summary": "Show a validation operation",
   "section": "Email validation",
   "positionals": [
    {
     "name": "id",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "description": "The `operation_id`, opaque text."
    }
   ],
   "flags": [
    {
     "name": "wait",
     "type": "boolean",
     "description": "Wait until every address has its result, showing how it goes. Ctrl-C stops waiting only."
    },
    {
     "name": "wait-timeout",
     "type": "string",
     "format": "duration",
     "default": "10m",
     "description": "How long to wait at most; 0 is for ever."
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/validation_operations/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "operation_id",
     "status",
     "source_kind",
     "counts.candidate_count",
     "counts.deduplicated_count",
     "counts.cached_count",
     "counts.ineligible_count",
     "counts.eligible_count",
     "pricing.unit_rate_cents",
     "pricing.maximum_charge_cents",
     "pricing.currency",
     "pricing.expires_at",
     "funding.available",
     "funding.available_cents",
     "funding.shortfall_cents",
     "started_at",
     "completed_at"
    ]
   },
   "examples": [
    "mas validations get vop_1"
   ]
  },
  {
   "name": "validations.items",
   "words": [
    "validations",
    "items"
   ],
   "summary": "List the results of a validation operation",
   "section": "Email validation",
   "positionals": [
    {
     "name": "id",
     "type": "string",
     "minLength": 1,
     "contract": true,
     "required": true,
     "description": "The `operation_id`, opaque text."
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
    "path": "/v1/my/validation_operations/{id}/items",
    "paginated": 30,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "contact_channel_id",
     "status",
     "verdict",
     "completed_at"
    ],
    "columns": [
     "id",
     "contact_channel_id",
     "status",
     "verdict",
     "completed_at"
    ]
   },
   "examples": [
    "mas validations items vop_1"
   ]
  }
 ]
}
