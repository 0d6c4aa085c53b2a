import openapiTS from "openapi-typescript"
import ts from "typescript"
import { Document, visit } from "yaml"
import { synonyms } from "../../cli/specs/synonyms.ts"
import { flagsOfAll, helpFiles } from "../../cli/terminal/help/static-help.ts"
import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import { Fixtures } from "../../mock-server/world/fixtures/fixtures.ts"
import { contract } from "../../sdk/contract/index.ts"
import { openapiDocument } from "../../sdk/contract/openapi/document.ts"
import { describeFields, toJsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import { commandSchemas } from "./cli/command-schemas.ts"
import { commandGroups } from "./cli/commands.ts"
import { completionWords } from "./cli/completion.ts"
import { groupHelp, topHelp, topicHelp } from "./cli/help.ts"
import { toolGroups } from "./cli/tool-groups.ts"
import { renderConformance } from "./conformance.ts"
import { controlDocument } from "./control-openapi.ts"
import { renderLookingFor } from "./looking-for.ts"
import { docsIn } from "./model-docs.ts"
import { dashboardBundle, renderDashboard } from "./pages/dashboard.ts"
import { referenceBundle, renderReference } from "./pages/reference/index.ts"
import { renderPageStyle } from "./pages/style.ts"
import { renderOverview } from "./reference/index.ts"
import { renderNoun } from "./reference/noun-page.ts"
import { resourceHeads } from "./resource-heads.ts"
import type { Output } from "./source-outputs.ts"
import { renderSupport } from "./support.ts"

/** Generated documents, and lists in the sources that are comments only. Committed. */
export const documentOutputs: readonly Output[] = [
  { path: "docs/openapi.yaml", render: () => yamlOf("sdk/contract", openapiDocument()) },
  { path: "docs/control-openapi.yaml", render: () => yamlOf("mock-server/control", controlDocument()) },
  { path: "docs/fixtures.schema.json", render: renderFixturesSchema },
  { path: "docs/internal/conformance.md", render: () => renderConformance() },
  { path: "docs/support.md", render: renderSupport },
  { path: "docs/looking-for.md", render: renderLookingFor },
  { path: "docs/reference/README.md", render: renderOverview },
  ...Object.keys(contract).map((group) => ({
    path: `docs/reference/${kebabCase(group)}.md`,
    render: () => renderNoun(group),
  })),
  ...resourceHeads,
]

const groups = commandGroups()
/** Groups with commands of their own first. */
const groupNames = [...new Set([...toolGroups, ...groups].map(({ name }) => name))]

/** Generated data files, in the ignored folder `generated`. */
export const builtOutputs: readonly Output[] = [
  { path: "generated/openapi-client.ts", render: renderOpenapiClient },
  { path: "generated/dashboard.json", render: renderDashboard },
  // The files in the page's bundle, for the licence notices.
  { path: "generated/dashboard-metafile.json", render: async () => json((await dashboardBundle()).metafile) },
  { path: "generated/pages.json", render: renderPageStyle },
  { path: "generated/reference.json", render: renderReference },
  { path: "generated/reference-metafile.json", render: async () => json((await referenceBundle()).metafile) },
  ...groups.map((group) => ({ path: `generated/tables/${group.name}.json`, render: () => json(group) })),
  { path: "generated/tables/_groups.json", render: () => json(groupNames) },
  { path: "generated/tables/_schemas.json", render: () => json(commandSchemas(groups)) },
  { path: "generated/tables/_synonyms.json", render: () => json(synonyms) },
  { path: "generated/help/_mas.json", render: () => json(topHelp(groups)) },
  {
    path: "generated/help/_others.json",
    render: () => json(helpOfOthers()).replaceAll(flagsOfAll.line, flagsOfAll.mark),
  },
  { path: "generated/help/_completion.json", render: () => json(completionWords(groups)) },
]

function helpOfOthers() {
  const help = Object.fromEntries(groups.map((group) => [group.name, groupHelp(group)]))
  return { ...help, [helpFiles.topics]: topicHelp(groups) }
}

const json = (value: unknown) => `${JSON.stringify(value)}\n`

function yamlOf(source: string, content: object): string {
  const head = `# Written by \`npm run generate\` from ${source}. Do not edit.\n`
  const document = new Document(content, { aliasDuplicateObjects: false })
  const whole = { indentSeq: false, lineWidth: 0, flowCollectionPadding: false }
  // Values that fit on one line stay on one line.
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

/**
 * `generated/openapi-client.ts`: types by an independent generator from the OpenAPI document, for a client that uses
 * nothing else of this project.
 */
async function renderOpenapiClient(): Promise<string> {
  const nodes = await openapiTS(JSON.stringify(openapiDocument()))
  const printer = ts.createPrinter({ removeComments: true })
  const file = ts.createSourceFile("api.gen.ts", "", ts.ScriptTarget.Latest)
  const text = nodes.map((node) => printer.printNode(ts.EmitHint.Unspecified, node, file)).join("\n")
  return `// Written by \`npm run generate\` from the OpenAPI document. Do not edit.\n\n${text}\n`
}

/** `docs/fixtures.schema.json`: the schema of fixtures documents, for editors and other validators. */
function renderFixturesSchema(): string {
  const { about, fields = {} } = docsIn(["mock-server/world/fixtures/"])("Fixtures")
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Fixtures of the MAS mock server",
    description: about,
    ...describeFields(toJsonSchema(Fixtures, "input"), fields),
  }
  return `${withInnermostInALine(JSON.stringify(schema, null, 1))}\n`
}

/** JSON strings contain no line breaks, so only whitespace between values is replaced. */
const withInnermostInALine = (json: string) =>
  json.replaceAll(/(?<=[{[])\n\s+([^{}[\]]*)\n\s*(?=[}\]])/g, (_, inside: string) => inside.replaceAll(/\n\s+/g, " "))
