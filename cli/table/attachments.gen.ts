// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "attachments",
 "about": "Files that came with inbox messages.",
 "commands": [
  {
   "name": "attachments.download",
   "words": [
    "attachments",
    "download"
   ],
   "summary": "Download an attachment of an inbox message",
   "section": "Contacts, lists and other groups",
   "positionals": [
    {
     "name": "conversation-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    },
    {
     "name": "conversation-message-id",
     "type": "integer",
     "minimum": 1,
     "contract": true,
     "required": true
    },
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
     "name": "acknowledge-unscanned",
     "type": "boolean",
     "contract": true,
     "description": "True to download a file that has not been scanned for viruses; without it that is a 409.",
     "at": [
      "query",
      "acknowledge_unscanned"
     ]
    },
    {
     "name": "to",
     "type": "string",
     "format": "file",
     "description": "File or folder to write to; - for stdout. Its own name in this folder when left out.",
     "placeholder": "path|-"
    }
   ],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}",
    "download": true,
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": []
   },
   "examples": [
    "mas attachments download 1 1 2 --acknowledge-unscanned --to attachment.bin"
   ]
  }
 ]
}
