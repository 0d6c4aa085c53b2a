import { version } from "../../sdk/version.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodeMeanings, exitCodes } from "../errors/exit-codes.ts"
import { textsOf } from "../line/given.ts"
import { globalFlags } from "../line/global-flags.ts"
import { route } from "../line/router.ts"
import { reachedDefs } from "../schema/command-schemas.ts"
import { describeCommand, describeFlag } from "../schema/describe-command.ts"

/** The form of what is printed: 2 would be one that readers of 1 cannot read. */
const schemaVersion = 1

/** `mas schema`: what commands take and give, of all or of those that are named. */
export async function run({ args, program, output, globals }: Context): Promise<ExitCode> {
  const { tables } = program
  const named = textsOf(args, "command") ?? []
  const chosen = commandsOf(named, tables)
  const schemas = tables.schemas()
  const commands = chosen.map((command) => describeCommand(command, schemas.commands[command.name]))
  const tree = {
    schema_version: schemaVersion,
    version,
    global_flags: globalFlags.map(describeFlag),
    exit_codes: exitCodeMeanings,
    commands,
    $defs: reachedDefs(commands, schemas),
  }
  // It is data wherever it is printed.
  if (globals.output === undefined) await output.text(JSON.stringify(tree, null, 2))
  else await output.record(tree)
  return exitCodes.ok
}

/** The commands that words name: all, those of a group, or one. */
function commandsOf(named: readonly string[], tables: Context["program"]["tables"]) {
  const words = named.flatMap((word) => kebab(word).split("."))
  const [first, ...rest] = words
  if (first === undefined) return tables.names().flatMap((name) => tables.group(name)?.commands ?? [])
  const group = tables.group(first)
  if (group && rest.length === 0) return group.commands
  return [route(words, tables).command]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
