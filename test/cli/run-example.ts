import type { CommandSpec } from "../../cli/line/command/spec.ts"
import type { MockService } from "../../mock-server/index.ts"
import { commandGroups } from "../../scripts/generate/cli/commands.ts"
import { runLine } from "./command-line.ts"
import { writeExampleFiles } from "./example-files.ts"
import { homeWithService, type Ran, type RunOptions } from "./own/run.ts"

/** The commands that call one endpoint each. */
export const endpointCommands: readonly CommandSpec[] = commandGroups().flatMap((group) =>
  group.commands.filter(({ endpoint }) => endpoint),
)

/** A credential that is allowed to run the command. */
export function keyFor(
  { name, endpoint }: CommandSpec,
  { world, apiKey }: Pick<MockService, "world" | "apiKey">,
): string {
  const { users, credentials } = world.seeded()
  const person = name.startsWith("managementGrant.") ? users.client_owner : users.owner
  if (name.startsWith("managedAccounts.")) return credentials.provisioning_credential
  if (endpoint?.credentials.includes("public_key")) return credentials.public_key
  if (endpoint?.auth === false || endpoint?.credentials.includes("api_key")) return apiKey
  return world.credentials.mint({ kind: "jwt", user_id: person.id }).token
}

export interface ExampleOptions extends RunOptions {
  /** Which of its examples; the first if omitted. */
  readonly example?: string
  /** Extra flags of the command that the example demonstrates. */
  readonly flags?: readonly string[]
  readonly clock?: "real" | "frozen"
}

/** Runs an example of a command unchanged, in a fresh world. */
export async function runExample(
  command: CommandSpec,
  options: ExampleOptions = {},
): Promise<Ran & { readonly key: string }> {
  const { example = command.examples?.[0] ?? "", flags = [], clock = "frozen", ...runOptions } = options
  const sandbox = homeWithService({ clock })
  writeExampleFiles(sandbox.home.folder)
  let last: Ran | undefined
  try {
    await runLine(example, async (argv, stdin, isLast) => {
      const ran = await sandbox.run([...argv, ...(isLast ? flags : [])], isLast ? { stdin, ...runOptions } : { stdin })
      last = ran
      return ran.code === 0 ? ran.out : undefined
    })
    if (last === undefined) throw new Error(`nothing was run: ${example}`)
    return Object.assign(last, { key: sandbox.service.apiKey })
  } finally {
    await sandbox.close()
  }
}
