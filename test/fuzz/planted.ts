import type { Fault } from "../support/planted-product.ts"

/** Planted faults that the fuzzer must find. */
export const faults: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
  [
    "an unexpected exception",
    { file: "mock-server/resources/events/events.ts", right: "throw notFound(", wrong: "throw Error(" },
    /500/,
  ],
  [
    "an error without a rule",
    { file: "mock-server/resources/events/events.ts", right: 'notFound("28.4",', wrong: "notFound(undefined," },
    /404 without a rule/,
  ],
  [
    "a message whose reasons end with another status",
    {
      file: "mock-server/resources/messages/why.ts",
      right: 'if (status === "failed") return',
      wrong: 'if (status === "sent") return',
    },
    /message \d+ is sent: Status failed/,
  ],
  [
    "a refusal that leaves an event",
    {
      file: "mock-server/resources/events/events.ts",
      right: "const { event, data, amount } = body",
      wrong:
        "const { event, data, amount } = body; addEvent(world, caller, { contact_id: 1, event: 'x', data: {}, amount: null, idempotency_key: null })",
    },
    /a refusal changed tables/,
  ],
  [
    "an undocumented error code",
    { file: "mock-server/resources/templates/templates.ts", right: '"template_version_conflict"', wrong: '"too_late"' },
    /too_late/,
  ],
  [
    "a duplicate contact",
    { file: "mock-server/resources/contacts/table.ts", right: "mailboxKey(email)", wrong: "email" },
    /two contacts of a brand/,
  ],
]
