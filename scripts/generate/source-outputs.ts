import { renderContractTypes } from "./contract-types.ts"
import { renderMockTypes } from "./mock-types.ts"
import { renderReaches } from "./reaches.ts"
import { renderRoutes } from "./routes.ts"
import { renderRules } from "./rules.ts"
import { renderSecrets } from "./secrets.ts"
import { renderWebhookEvents } from "./webhook-events.ts"
import { renderWebhookLimits } from "./webhook-limits.ts"

/** A generated file. */
export interface Output {
  /** From the folder of package.json. */
  readonly path: string
  /** What the file must hold. */
  readonly render: () => string | Promise<string>
}

/** What the sources import: nothing can be made of them, or tried, while one of these is stale. Committed. */
export const sourceOutputs: readonly Output[] = [
  { path: "sdk/routes.gen.ts", render: renderRoutes },
  { path: "sdk/recipients/reaches.gen.ts", render: renderReaches },
  { path: "mock-server/base/rules.gen.ts", render: renderRules },
  { path: "sdk/contract/core/models.gen.ts", render: renderContractTypes },
  { path: "mock-server/base/models.gen.ts", render: renderMockTypes },
  { path: "sdk/contract/core/secrets.gen.ts", render: renderSecrets },
  { path: "sdk/webhooks/events.gen.ts", render: renderWebhookEvents },
  { path: "sdk/webhooks/limits.gen.ts", render: renderWebhookLimits },
]
