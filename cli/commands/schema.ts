import { version } from "../../sdk/base/version.ts"
import type { Context } from "../connection/context.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import type { CommandSchemas } from "../line/command/tables.ts"
import { textsOf } from "../line/flag-values.ts"
import { globalFlags } from "../line/global-flags.ts"
import { route } from "../line/router.ts"
import { isAgent } from "../line/run-mode.ts"
import { briefCommand } from "../line/schema/brief-command.ts"
import { describeCommand, describeFlag } from "../line/schema/describe-command.ts"
import { reachedDefs } from "../line/schema/reached-defs.ts"
import { readTypedLine } from "../line/typed-line.ts"
import { exitCodeMeanings } from "../terminal/errors/exit-codes.ts"

/** The version of the output format. Incremented by breaking changes. */
const schemaVersion = 1

export async function run(context: Context): Promise<void> {
  const { args, program, output, globals, io } = context
  const { tables } = program
  const commandWords = textsOf(args, "command") ?? []
  const chosen = commandsOf(commandWords, tables)
  const schemas = tables.schemas()
  const agent = isAgent(globals, io.env)
  const tree = agent ? briefTree(chosen, schemas, context) : wholeTree(chosen, schemas)
  // A schema is data even on a terminal.
  if (globals.output === undefined) await output.text(agent ? JSON.stringify(tree) : JSON.stringify(tree, null, 2))
  else await output.record(tree)
}

function wholeTree(chosen: readonly CommandSpec[], schemas: CommandSchemas) {
  const commands = chosen.map((command) => describeCommand(command, schemas.commands[command.name]))
  return {
    schema_version: schemaVersion,
    version,
    global_flags: globalFlags.map(describeFlag),
    exit_codes: exitCodeMeanings,
    commands,
    $defs: reachedDefs(commands, schemas),
  }
}

/** The input's fields are flags, and together the JSON of `--input`. */
function briefTree(chosen: readonly CommandSpec[], schemas: CommandSchemas, { redactor }: Context) {
  const commands = chosen.map((command) => {
    const { words, positionals, flags, endpoint } = command
    const { example, ...brief } = briefCommand(command, schemas)
    const fieldless = endpoint ? flags.filter(({ at }) => at === undefined).map(({ name }) => `--${name}`) : []
    return {
      command: ["mas", ...words, ...positionals.map(({ name }) => `<${name}>`)].join(" "),
      ...brief,
      ...(fieldless.length > 0 ? { other_flags: fieldless } : {}),
      ...(example ? { example: redactor.value(example) } : {}),
    }
  })
  return { commands, next: "--no-agent prints all of it: flags, output, exit codes." }
}

function commandsOf(commandWords: readonly string[], tables: Context["program"]["tables"]) {
  const words = commandWords.flatMap((word) => kebab(word).split("."))
  const [first, ...rest] = words
  if (first === undefined) return tables.names().flatMap((name) => tables.group(name)?.commands ?? [])
  const group = tables.group(first)
  if (group && rest.length === 0) return group.commands
  return [route(readTypedLine(words), tables).command]
}

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
