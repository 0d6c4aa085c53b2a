// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "subscription",
 "about": "The account's plan.",
 "commands": [
  {
   "name": "subscription.checkout",
   "words": [
    "subscription",
    "checkout"
   ],
   "summary": "Start buying a plan, or return the checkout already started",
   "section": "Billing",
   "positionals": [],
   "flags": [
    {
     "name": "plan-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true,
     "at": [
      "body",
      "plan_id"
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
     "description": "Wait until the plan is active, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/subscription/checkout",
    "body": "required",
    "bodyFields": [
     "plan_id"
    ],
    "idempotency": "required",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "purchase_id",
     "status",
     "activated",
     "plan_name",
     "checkout_url"
    ]
   },
   "confirm": "paid",
   "examples": [
    "mas subscription checkout --plan-id 2 --idempotency-key upgrade-2026-01 --yes"
   ]
  },
  {
   "name": "subscription.checkoutStatus",
   "words": [
    "subscription",
    "checkout-status"
   ],
   "summary": "Reconcile a plan checkout and show how far it is",
   "section": "Billing",
   "positionals": [],
   "flags": [
    {
     "name": "purchase-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true,
     "at": [
      "query",
      "purchase_id"
     ]
    },
    {
     "name": "wait",
     "type": "boolean",
     "description": "Wait until the plan is active, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/subscription/checkout_status",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token"
    ],
    "fields": [
     "purchase_id",
     "status",
     "activated",
     "plan_name",
     "checkout_url"
    ]
   },
   "examples": [
    "mas subscription checkout-status --purchase-id 1"
   ]
  }
 ]
}
