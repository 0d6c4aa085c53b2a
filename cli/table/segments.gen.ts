// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "segments",
 "about": "Contacts by filter.",
 "commands": [
  {
   "name": "segments.list",
   "words": [
    "segments",
    "list"
   ],
   "summary": "List the brand's segments",
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
    "path": "/v1/my/segments",
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
     "origin",
     "filters",
     "cached_count",
     "created_at",
     "updated_at"
    ],
    "columns": [
     "id",
     "name",
     "origin",
     "cached_count",
     "created_at"
    ]
   },
   "examples": [
    "mas segments list"
   ]
  }
 ]
}
