// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

/** A group before its table is loaded. A command of one word is a group whose only verb is empty. */
export interface GroupEntry {
  readonly verbs: readonly string[]
  readonly load: () => Promise<{ readonly group: CommandGroup }>
}

/** Every group by what is typed. */
export const groups: Readonly<Record<string, GroupEntry>> = {
  "mock": { verbs: ["start","advance","clock","reset","world","state","snapshot","restore","faults","inbound","requests","deliveries","outbox"], load: () => import("./mock.gen.ts") },
  "login": { verbs: [""], load: () => import("./login.gen.ts") },
  "logout": { verbs: [""], load: () => import("./logout.gen.ts") },
  "whoami": { verbs: [""], load: () => import("./whoami.gen.ts") },
  "profiles": { verbs: ["list","use","remove"], load: () => import("./profiles.gen.ts") },
  "doctor": { verbs: [""], load: () => import("./doctor.gen.ts") },
  "api": { verbs: [""], load: () => import("./api.gen.ts") },
  "completion": { verbs: [""], load: () => import("./completion.gen.ts") },
  "auth": { verbs: ["signup","login","logout"], load: () => import("./auth.gen.ts") },
  "oauth": { verbs: ["me","subscribe","launch"], load: () => import("./oauth.gen.ts") },
  "user": { verbs: ["get","update"], load: () => import("./user.gen.ts") },
  "impersonation": { verbs: ["get","exit"], load: () => import("./impersonation.gen.ts") },
  "account": { verbs: ["get","update","team","reach"], load: () => import("./account.gen.ts") },
  "accounts": { verbs: ["list"], load: () => import("./accounts.gen.ts") },
  "management-grant": { verbs: ["get","confirm","revoke"], load: () => import("./management-grant.gen.ts") },
  "memberships": { verbs: ["list","update","remove"], load: () => import("./memberships.gen.ts") },
  "invites": { verbs: ["list","create","revoke","accept"], load: () => import("./invites.gen.ts") },
  "affiliate": { verbs: ["get","link"], load: () => import("./affiliate.gen.ts") },
  "managed-accounts": { verbs: ["list","create"], load: () => import("./managed-accounts.gen.ts") },
  "messages": { verbs: ["send","list"], load: () => import("./messages.gen.ts") },
  "webhooks": { verbs: ["list","create","get","update","delete","test","deliveries","listen","trigger","verify","sign","secret"], load: () => import("./webhooks.gen.ts") },
  "suppressions": { verbs: ["list"], load: () => import("./suppressions.gen.ts") },
  "delivery": { verbs: ["status"], load: () => import("./delivery.gen.ts") },
  "subscription": { verbs: ["checkout","checkout-status"], load: () => import("./subscription.gen.ts") },
  "funding": { verbs: ["get"], load: () => import("./funding.gen.ts") },
  "funding-purchases": { verbs: ["create","get"], load: () => import("./funding-purchases.gen.ts") },
  "validations": { verbs: ["quote","start","get","items"], load: () => import("./validations.gen.ts") },
  "imports": { verbs: ["create","get"], load: () => import("./imports.gen.ts") },
  "events": { verbs: ["track","list"], load: () => import("./events.gen.ts") },
  "campaigns": { verbs: ["list","create","get","update","send"], load: () => import("./campaigns.gen.ts") },
  "contacts": { verbs: ["list","create"], load: () => import("./contacts.gen.ts") },
  "lists": { verbs: ["list","create","update-contacts"], load: () => import("./lists.gen.ts") },
  "templates": { verbs: ["list","create","get","update","send-test"], load: () => import("./templates.gen.ts") },
  "flows": { verbs: ["list","create"], load: () => import("./flows.gen.ts") },
  "segments": { verbs: ["list"], load: () => import("./segments.gen.ts") },
  "attachments": { verbs: ["download"], load: () => import("./attachments.gen.ts") },
  "public-forms": { verbs: ["submit"], load: () => import("./public-forms.gen.ts") },
}
