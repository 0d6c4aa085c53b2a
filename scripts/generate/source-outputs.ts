import { limits } from "../../sdk/contract/core/limits.ts"
import { renderContractTypes } from "./contract-types.ts"
import { renderMockTypes } from "./mock-types.ts"
import { renderReaches } from "./reaches.ts"
import { renderRoutes } from "./routes.ts"
import { renderRules } from "./rules.ts"
import { renderSecrets } from "./secrets.ts"
import { renderTypesOf } from "./type-names.ts"
import { renderWebhookEvents } from "./webhook-events.ts"

export interface Output {
  /** From the folder of package.json. */
  readonly path: string
  readonly render: () => string | Promise<string>
}

/** Generated files that the sources import. While one is stale, nothing can be generated or tested. Committed. */
export const sourceOutputs: readonly Output[] = [
  { path: "sdk/client/routes.gen.ts", render: renderRoutes },
  { path: "sdk/sending/recipients/reaches.gen.ts", render: renderReaches },
  { path: "mock-server/base/rules.gen.ts", render: renderRules },
  { path: "sdk/contract/core/models.gen.ts", render: renderContractTypes },
  { path: "mock-server/base/models.gen.ts", render: renderMockTypes },
  { path: "sdk/contract/core/secrets.gen.ts", render: renderSecrets },
  { path: "sdk/webhooks/events.gen.ts", render: renderWebhookEvents },
  { path: "sdk/webhooks/limits.gen.ts", render: renderWebhookLimits },
  { path: "sdk/webhooks/types.gen.ts", render: () => renderTypesOf("sdk/webhooks/index.ts") },
  { path: "sdk/contract/types.gen.ts", render: () => renderTypesOf("sdk/contract/index.ts", "sdk/webhooks/index.ts") },
]

/** Bytes of an escaped control character in JSON, such as `\u0001`. */
const escaped = 6

/**
 * The maximum size of an event in bytes: both texts of `email.received` at their limits, and the maximum JSON body for
 * the rest, such as file names and tags.
 */
const largestEvent = limits.bodyBytes + 2 * escaped * limits.inboundTextBytes

/** `sdk/webhooks/limits.gen.ts`: the limits for `mas-sdk/webhooks`, which does not load the contract. */
function renderWebhookLimits(): string {
  return `// Written by \`npm run generate\` from sdk/contract/core/limits.ts. Do not edit.

/** The maximum size of an event in bytes: a JSON body, and both texts of \`email.received\` with every character escaped. */
export const largestEvent = ${String(largestEvent).replace(/\B(?=(\d{3})+$)/g, "_")}
`
}
