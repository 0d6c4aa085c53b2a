import { Document, visit } from "yaml"
import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import { contract } from "../../sdk/contract/index.ts"
import { cliOutputs } from "./cli/outputs.ts"
import { renderConformance } from "./conformance.ts"
import { renderModelDocs } from "./model-docs.ts"
import { renderOpenapiClient } from "./openapi-client.ts"
import type { Output } from "./output.ts"
import type { PageBundle } from "./pages/bundle.ts"
import { dashboardBundle, renderDashboard } from "./pages/dashboard.ts"
import { referenceBundle, renderReference } from "./pages/reference/index.ts"
import { renderPageStyle } from "./pages/style.ts"
import { renderReaches } from "./reaches.ts"
import { renderRoutes } from "./routes.ts"
import { renderRules } from "./rules.ts"
import { renderSupport } from "./support.ts"
import { renderWebhookLimits } from "./webhook-limits.ts"

/**
 * What people read, and what the client needs: committed, found stale by a test. Each render depends on the sources
 * alone; those that read the contract's comments load late, when the entry before them has just written these.
 */
export const committedOutputs: readonly Output[] = [
  { path: "sdk/routes.gen.ts", render: renderRoutes, imported: true },
  { path: "sdk/recipients/reaches.gen.ts", render: renderReaches, imported: true },
  { path: "mock-server/base/rules.gen.ts", render: renderRules, imported: true },
  { path: "sdk/contract/openapi/docs.gen.ts", render: renderModelDocs, imported: true },
  {
    path: "sdk/contract/core/models.gen.ts",
    render: async () => (await import("./contract-types.ts")).renderContractTypes(),
    imported: true,
  },
  {
    path: "mock-server/base/models.gen.ts",
    render: async () => (await import("./mock-types.ts")).renderMockTypes(),
    imported: true,
  },
  {
    path: "sdk/contract/core/secrets.gen.ts",
    render: async () => (await import("./secrets.ts")).renderSecrets(),
    imported: true,
  },
  {
    path: "sdk/webhooks/events.gen.ts",
    render: async () => (await import("./webhook-events.ts")).renderWebhookEvents(),
    imported: true,
  },
  { path: "sdk/webhooks/limits.gen.ts", render: renderWebhookLimits, imported: true },
  { path: "docs/openapi.yaml", render: renderOpenapi },
  { path: "docs/control-openapi.yaml", render: renderControlOpenapi },
  {
    path: "docs/fixtures.schema.json",
    render: async () => (await import("./fixtures-schema.ts")).renderFixturesSchema(),
  },
  { path: "docs/internal/conformance.md", render: () => renderConformance() },
  { path: "docs/support.md", render: renderSupport },
  {
    path: "docs/reference/README.md",
    render: async () => (await import("./reference/index.ts")).renderOverview(),
  },
  ...Object.keys(contract).map((group) => ({
    path: `docs/reference/${kebabCase(group)}.md`,
    render: async () => (await import("./reference/noun-page.ts")).renderNoun(group),
  })),
]

/** What programs make for programs: in the ignored folder `generated`, made when it is missing or stale. */
export const builtOutputs: readonly Output[] = [
  { path: "generated/openapi-client.ts", render: renderOpenapiClient },
  { path: "generated/dashboard.json", render: renderDashboard },
  { path: "generated/dashboard-metafile.json", render: () => metafileOf(dashboardBundle()) },
  { path: "generated/pages.json", render: renderPageStyle },
  { path: "generated/reference.json", render: renderReference },
  { path: "generated/reference-metafile.json", render: () => metafileOf(referenceBundle()) },
  ...cliOutputs,
]

/** Which files are in a page, for the notices of the packages that are. */
const metafileOf = async (bundle: Promise<PageBundle>) => `${JSON.stringify((await bundle).metafile)}\n`

async function renderOpenapi(): Promise<string> {
  const { openapiDocument } = await import("../../sdk/contract/openapi/document.ts")
  return yamlOf("sdk/contract", openapiDocument())
}

async function renderControlOpenapi(): Promise<string> {
  const { controlDocument } = await import("./control-openapi.ts")
  return yamlOf("mock-server/control", await controlDocument())
}

function yamlOf(source: string, content: object): string {
  const head = `# Written by \`npm run generate\` from ${source}. Do not edit.\n`
  const document = new Document(content, { aliasDuplicateObjects: false })
  const whole = { indentSeq: false, lineWidth: 0, flowCollectionPadding: false }
  // What fits into a line stands in one.
  visit(document, {
    Collection(_, node) {
      const text = JSON.stringify(node.toJS(document))
      if (text.length > 140 || text.includes("\\n")) return
      node.flow = true
      return visit.SKIP
    },
  })
  return head + document.toString(whole)
}
