// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "imports",
 "about": "Imports of CSV files.",
 "commands": [
  {
   "name": "imports.create",
   "words": [
    "imports",
    "create"
   ],
   "summary": "Import a CSV file",
   "section": "Imports",
   "positionals": [],
   "flags": [
    {
     "name": "file",
     "type": "string",
     "format": "file",
     "contract": true,
     "description": "CSV with a header row. Known columns: email, first_name, last_name, opt_in; others go to the contact's data.",
     "required": true,
     "at": [
      "body",
      "file"
     ]
    },
    {
     "name": "resource",
     "type": "string",
     "choices": [
      "contacts"
     ],
     "contract": true,
     "description": "What can be imported.",
     "required": true,
     "at": [
      "body",
      "resource"
     ]
    },
    {
     "name": "options",
     "type": "json",
     "contract": true,
     "description": "Goes over the wire as one part of JSON text.",
     "at": [
      "body",
      "options"
     ]
    },
    {
     "name": "list-ids",
     "type": "integer",
     "minimum": 1,
     "array": true,
     "contract": true,
     "description": "The lists that imported contacts join.",
     "at": [
      "body",
      "options",
      "list_ids"
     ],
     "within": "options",
     "aliases": [
      "options-list-ids"
     ]
    },
    {
     "name": "wait",
     "type": "boolean",
     "description": "Wait until all rows are imported, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/imports",
    "body": "required",
    "bodyFields": [
     "file",
     "resource",
     "options"
    ],
    "upload": true,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "resource",
     "status",
     "total_rows",
     "success_rows",
     "failed_rows",
     "progress_pct",
     "import_errors",
     "assigned_list_ids",
     "started_at",
     "ended_at",
     "created_at"
    ]
   },
   "examples": [
    "printf 'email,first_name\\nada@example.test,Ada\\n' | mas imports create --file - --resource contacts --list-ids 1"
   ]
  },
  {
   "name": "imports.get",
   "words": [
    "imports",
    "get"
   ],
   "summary": "Show an import with its counts and row errors",
   "section": "Imports",
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
     "description": "Wait until all rows are imported, showing how it goes. Ctrl-C stops waiting only."
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
    "path": "/v1/my/imports/{id}",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "id",
     "resource",
     "status",
     "total_rows",
     "success_rows",
     "failed_rows",
     "progress_pct",
     "import_errors",
     "assigned_list_ids",
     "started_at",
     "ended_at",
     "created_at"
    ]
   },
   "examples": [
    "mas imports get 1",
    "mas imports get 1 --wait"
   ]
  }
 ]
}
