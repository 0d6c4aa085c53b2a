import { describe, expect, it } from "vitest"
import type { CommandSpec } from "../../cli/command.ts"
import { bespokeCommands } from "../../cli/commands/bespoke.ts"
import { parseWords } from "../../cli/parse.ts"
import { missingOf, readCommandLine as readTyped } from "../../cli/read-command.ts"
import { route } from "../../cli/router.ts"
import type { MockService } from "../../mock-server/index.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { readCommandLine } from "./command-line.ts"
import { homeWithService } from "./own/run.ts"

const commands = commandGroups().flatMap((group) => group.commands.filter(({ endpoint }) => endpoint))

/** Commands whose example speaks of something that another command has made. */
const before: Readonly<Record<string, string>> = {
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
function keyFor({ name, endpoint }: CommandSpec, { world, apiKey }: MockService): string {
  const { users, credentials } = world.get()
  const person = name.startsWith("managementGrant.") ? users.client_owner : users.owner
  if (name.startsWith("managedAccounts.")) return credentials.provisioning_credential
  if (endpoint?.credentials.includes("public_key")) return credentials.public_key
  if (endpoint?.auth === false || endpoint?.credentials.includes("api_key")) return apiKey
  return world.credentials.mint({ kind: "jwt", user_id: person.id }).token
}

describe("the examples in the help of an endpoint's command", () => {
  it.each(commands.map((command) => [command.words.join(" "), command] as const))(
    "run: mas %s",
    async (words, command) => {
      const place = homeWithService({ clock: "real" })
      if (words === "management-grant confirm") {
        place.service.world.grants.consent(1)
        place.service.world.grants.activatePayment(1)
      }
      const first = commands.find((one) => one.words.join(" ") === before[words])
      for (const example of [...(first?.examples?.slice(0, 1) ?? []), ...(command.examples ?? [])]) {
        const { argv, stdin } = readCommandLine(example)
        const { code, err } = await place.run(argv, { stdin, env: { MAS_API_KEY: keyFor(command, place.service) } })
        expect({ example, code, err }).toEqual({ example, code: 0, err: expect.not.stringContaining('"error"') })
      }
      await place.close()
    },
  )
})

describe("the examples in the help of the other commands", () => {
  const examples = bespokeCommands.flatMap((command) =>
    (command.examples ?? []).map((example) => [example, command] as const),
  )

  it.each(examples)("name the command rightly, and give it all that it needs: %s", async (example, command) => {
    const { argv } = readCommandLine(example)
    const found = await route(argv)
    expect(found.command.name).toBe(command.name)
    const line = await readTyped(parseWords(found.words, command), command, async () => "secret")
    expect(missingOf(command, line)).toEqual([])
  })
})
