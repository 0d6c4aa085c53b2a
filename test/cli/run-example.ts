import type { CommandSpec } from "../../cli/command.ts"
import type { MockService } from "../../mock-server/index.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { readCommandLine } from "./command-line.ts"
import { homeWithService, type Ran, type RunOptions } from "./own/run.ts"

/** The commands that are one endpoint each. */
export const endpointCommands: readonly CommandSpec[] = commandGroups().flatMap((group) =>
  group.commands.filter(({ endpoint }) => endpoint),
)

/** Commands whose example speaks of something that another command has made. */
export const before: Readonly<Record<string, string>> = {
  "webhooks get": "webhooks create",
  "webhooks update": "webhooks create",
  "webhooks delete": "webhooks create",
  "webhooks test": "webhooks create",
  "webhooks deliveries": "webhooks create",
  "subscription checkout-status": "subscription checkout",
  "funding-purchases get": "funding-purchases create",
  "validations get": "validations start",
  "validations items": "validations start",
  "imports get": "imports create",
  "campaigns get": "campaigns create",
  "campaigns update": "campaigns create",
  "campaigns send": "campaigns create",
}

/** A credential that may do it. */
export function keyFor(
  { name, endpoint }: CommandSpec,
  { world, apiKey }: Pick<MockService, "world" | "apiKey">,
): string {
  const { users, credentials } = world.get()
  const person = name.startsWith("managementGrant.") ? users.client_owner : users.owner
  if (name.startsWith("managedAccounts.")) return credentials.provisioning_credential
  if (endpoint?.credentials.includes("public_key")) return credentials.public_key
  if (endpoint?.auth === false || endpoint?.credentials.includes("api_key")) return apiKey
  return world.credentials.mint({ kind: "jwt", user_id: person.id }).token
}

export interface ExampleOptions extends RunOptions {
  /** Which of its examples; the first when left out. */
  readonly example?: string
  /** Flags more. */
  readonly flags?: readonly string[]
  readonly clock?: "real" | "frozen"
}

/** Runs an example of a command in a world of its own, in which everything that it speaks of is there. */
export async function runExample(
  command: CommandSpec,
  options: ExampleOptions = {},
): Promise<Ran & { readonly key: string }> {
  const { example = command.examples?.[0] ?? "", flags = [], clock = "frozen", ...runOptions } = options
  const place = homeWithService({ clock })
  const words = command.words.join(" ")
  try {
    const { grants } = place.service.world
    if (words === "management-grant confirm") {
      grants.consent(1)
      grants.activatePayment(1)
    }
    const key = keyFor(command, place.service)
    const env = { MAS_API_KEY: key, ...runOptions.env }
    const first = endpointCommands.find((one) => one.words.join(" ") === before[words])?.examples?.[0]
    if (first) {
      const { argv, stdin } = readCommandLine(first)
      await place.run(argv, { stdin, env: { MAS_API_KEY: key } })
    }
    const { argv, stdin } = readCommandLine(example)
    return Object.assign(await place.run([...argv, ...flags], { stdin, ...runOptions, env }), { key })
  } finally {
    await place.close()
  }
}
