import { readFileSync } from "node:fs"
import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import { docs } from "../../../sdk/contract/openapi/docs.gen.ts"
import { readMachines } from "../state-machines.ts"
import { credentialTable } from "./credentials.ts"
import { errorTable } from "./errors.ts"
import { filled, limitTable, limitText } from "./limits.ts"
import { table } from "./markdown.ts"
import { modelSections, overview } from "./models.ts"
import { contents } from "./noun-page.ts"

const head = "<!-- Written by `npm run generate` from scripts/generate/reference and sdk/contract. Do not edit. -->\n\n"

/** `docs/reference/README.md`: every endpoint by its call, and the common rules. */
export async function renderOverview(): Promise<string> {
  const machines = new Map((await readMachines()).map((one) => [one.machine.name, one]))
  const template = readFileSync(new URL("rules.md", import.meta.url), "utf8")
  return (
    head +
    filled(template, {
      endpoints: () => endpointList(),
      credentials: credentialTable,
      reaches: reachTable,
      errors: errorTable,
      limits: limitTable,
      ladder: () => limitText("webhookRetryDelays"),
      events: eventTable,
      models: () => modelSections(overview).join("\n\n"),
      moves: (name) => machines.get(name)?.moves,
    })
  )
}

function endpointList(): string {
  const endpoints = listEndpoints(contract)
  return Object.keys(contract)
    .map((group) => {
      const own = endpoints.filter((endpoint) => endpoint.group === group)
      return contents(own, `${kebabCase(group)}.md`).split("\n")
    })
    .flatMap((lines, index) => (index === 0 ? lines : lines.slice(2)))
    .join("\n")
}

function eventTable(): string {
  const rows = webhookEventTypes.map((type) => {
    const [, name = ""] = type.split(".")
    return [`\`${type}\``, docs[`Email${name[0]?.toUpperCase()}${name.slice(1)}Event`]?.about ?? ""]
  })
  return table(["type", "when"], rows)
}

/** The endpoints that reach people, and whom they reach. */
function reachTable(): string {
  const rows = listEndpoints(contract).flatMap(({ name, group, spec: { recipients } }) => {
    if (recipients === "nobody") return []
    const link = `[\`${name}\`](${kebabCase(group)}.md)`
    if ("indirect" in recipients) return [[link, `people that the call does not name: ${recipients.indirect}`, "no"]]
    return [
      [
        link,
        `the recipient in \`${recipients.field}\``,
        recipients.redirect ? "yes" : "no: it says whose the record is",
      ],
    ]
  })
  return table(["endpoint", "reaches", "can be redirected"], rows)
}
