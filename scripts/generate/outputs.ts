import { stringify } from "yaml"
import { cliOutputs } from "./cli/outputs.ts"
import { renderConformance } from "./conformance.ts"
import { renderDashboard } from "./dashboard.ts"
import { renderModelDocs } from "./model-docs.ts"
import { renderOpenapiClient } from "./openapi-client.ts"
import { renderRoutes } from "./routes.ts"
import { renderStateMachines } from "./state-machines.ts"

/** A generated file: where it is, from the folder of package.json, and what it must hold. */
export interface Output {
  readonly path: string
  readonly render: () => string | Promise<string>
}

/** Every generated file. Each render depends on the sources alone, never on time, place or machine. */
export const outputs: readonly Output[] = [
  { path: "sdk/routes.gen.ts", render: renderRoutes },
  { path: "sdk/contract/docs.gen.ts", render: renderModelDocs },
  { path: "docs/openapi.yaml", render: renderOpenapi },
  { path: "test/openapi-client/api.gen.ts", render: renderOpenapiClient },
  { path: "mock-server/dashboard.gen.ts", render: renderDashboard },
  { path: "docs/state-machines.md", render: renderStateMachines },
  ...cliOutputs,
  { path: "docs/conformance.md", render: renderConformance },
]

/** Loaded late: it reads the comments that the entry before it has just written. */
async function renderOpenapi(): Promise<string> {
  const { openapiDocument } = await import("../../sdk/contract/openapi.ts")
  const head = "# Written by `npm run generate` from sdk/contract. Do not edit.\n"
  return head + stringify(openapiDocument(), { aliasDuplicateObjects: false, lineWidth: 0 })
}
