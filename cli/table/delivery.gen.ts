// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "delivery",
 "about": "The brand's standing as a sender.",
 "commands": [
  {
   "name": "delivery.status",
   "words": [
    "delivery",
    "status"
   ],
   "summary": "Get the brand's sending allowance and pacing",
   "description": [
    "On a terminal it draws the capacity as a bar; --output gives the data instead."
   ],
   "section": "Suppressions and delivery",
   "positionals": [],
   "flags": [],
   "endpoint": {
    "method": "GET",
    "path": "/v1/my/delivery/status",
    "credentials": [
     "api_key",
     "jwt",
     "storefront_token",
     "management"
    ],
    "fields": [
     "assessment_scope",
     "admission_status",
     "commercial_capacity.source",
     "commercial_capacity.window_seconds",
     "commercial_capacity.status",
     "commercial_capacity.limit",
     "commercial_capacity.reserved",
     "commercial_capacity.accepted",
     "commercial_capacity.provider_unknown",
     "commercial_capacity.remaining",
     "pacing_state.status",
     "pacing_state.queued_quantity",
     "pacing_state.next_dispatch_at",
     "blocking_control",
     "reason_code",
     "remediation",
     "capacity_recovery",
     "retry_at",
     "observed_at"
    ]
   },
   "examples": [
    "mas delivery status"
   ]
  }
 ]
}
