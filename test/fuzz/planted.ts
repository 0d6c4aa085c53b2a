import type { Fault } from "../support/planted-product.ts"

/** Faults of the service that the fuzzer has to find. */
export const faults: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
  [
    "an error that is thrown",
    { file: "mock-server/domain/events.ts", right: "throw notFound(", wrong: "throw Error(" },
    /500/,
  ],
  [
    "an error without a rule",
    { file: "mock-server/domain/events.ts", right: 'notFound("28.4",', wrong: "notFound(undefined," },
    /404 without a rule/,
  ],
  [
    "a message whose reasons end with another status",
    {
      file: "mock-server/domain/messages/why.ts",
      right: 'if (status === "failed") return',
      wrong: 'if (status === "sent") return',
    },
    /message \d+ is sent: Status failed/,
  ],
  [
    "a code that no page explains",
    { file: "mock-server/domain/templates.ts", right: '"template_version_conflict"', wrong: '"too_late"' },
    /too_late/,
  ],
  [
    "a contact who is there twice",
    { file: "mock-server/store/tables/contacts.ts", right: "email.toLowerCase()", wrong: "email" },
    /two contacts of a brand/,
  ],
]
