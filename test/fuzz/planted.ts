import type { Fault } from "../support/planted-product.ts"

/** Faults of the service that the fuzzer has to find. */
export const faults: readonly (readonly [what: string, fault: Fault, says: RegExp])[] = [
  [
    "an error that is thrown",
    { file: "mock-server/domain/events.ts", right: "throw notFound(", wrong: "throw Error(" },
    /500/,
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
