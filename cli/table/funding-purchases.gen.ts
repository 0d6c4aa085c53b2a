// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "funding-purchases",
 "about": "Purchases of prepaid funding.",
 "commands": [
  {
   "name": "fundingPurchases.create",
   "words": [
    "funding-purchases",
    "create"
   ],
   "summary": "Buy prepaid funding, or return the purchase already started",
   "section": "Billing",
   "positionals": [],
   "flags": [
    {
     "name": "amount-cents",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "description": "Between the minimum and maximum that the funding offers, in cents.",
     "required": true,
     "at": [
      "body",
      "amount_cents"
     ]
    },
    {
     "name": "currency",
     "type": "string",
     "pattern": "^[A-Za-z]{3}$",
     "contract": true,
     "description": "ISO 4217 code, in either case; the account's own when left out.",
     "at": [
      "body",
      "currency"
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
     "description": "Wait until the funding is credited, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/billing/funding/purchases",
    "body": "required",
    "bodyFields": [
     "amount_cents",
     "currency"
    ],
    "idempotency": "required",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "purchase.id",
     "purchase.status",
     "purchase.currency",
     "purchase.amount_cents",
     "purchase.credited_cents",
     "purchase.checkout_url",
     "purchase.expires_at",
     "purchase.created_at",
     "purchase.updated_at",
     "funding"
    ]
   },
   "confirm": "paid",
   "examples": [
    "mas funding-purchases create --amount-cents 5000 --currency usd --idempotency-key funding-2026-01 --yes"
   ]
  },
  {
   "name": "fundingPurchases.get",
   "words": [
    "funding-purchases",
    "get"
   ],
   "summary": "Show a funding purchase",
   "section": "Billing",
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
     "name": "wait",
     "type": "boolean",
     "description": "Wait until the funding is credited, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/billing/funding/purchases/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "purchase.id",
     "purchase.status",
     "purchase.currency",
     "purchase.amount_cents",
     "purchase.credited_cents",
     "purchase.checkout_url",
     "purchase.expires_at",
     "purchase.created_at",
     "purchase.updated_at",
     "funding"
    ]
   },
   "examples": [
    "mas funding-purchases get 1"
   ]
  }
 ]
}
