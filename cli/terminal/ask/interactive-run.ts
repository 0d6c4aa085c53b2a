import { APIError } from "../../../sdk/client/errors.ts"
import type { CommandModule, Context } from "../../connection/context.ts"
import { targetText } from "../../connection/profile/profile.ts"
import { redirectionOf } from "../../connection/request/recipients.ts"
import { requestParts } from "../../connection/request/request-input.ts"
import type { Flag, Positional, Value } from "../../line/command/spec.ts"
import type { CommandLine } from "../../line/read-command.ts"
import { CliError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { askFor, askForAll, type Missing } from "./ask-values.ts"
import { drawFacts, type Fact } from "./facts.ts"

interface InteractiveRun {
  readonly context: Context
  /** The context's `args` and `flags`, filled in as answers arrive. */
  readonly line: Pick<CommandLine, "args" | "flags">
  readonly runner: CommandModule
  readonly missing: readonly Missing[]
  readonly onSecret: (secret: string) => void
}

/**
 * Runs a command on a terminal: asks for missing values, shows what will be sent, and asks again for values that the
 * service refuses. Other input is kept.
 */
export async function runInteractive({ context, line, runner, missing, onSecret }: InteractiveRun): Promise<ExitCode> {
  const keep = (one: Missing, value: Value | undefined) => {
    if (one.secret && typeof value === "string") onSecret(value)
    const isArgument = context.command.positionals.some((positional) => positional === one)
    const target = isArgument ? line.args : line.flags
    target[one.name] = value
  }
  const isBare = missing.length > 0 && Object.values(line.flags).every((value) => value === undefined)
  if (isBare && runner.askAll) Object.assign(line.flags, await runner.askAll(context))
  else {
    const offers = missing.length > 0 ? await runner.offers?.(context) : undefined
    const replies = await askForAll(missing, context.ask, offers)
    for (const one of missing) keep(one, replies[one.name])
  }
  let isAsked = missing.length > 0
  for (;;) {
    try {
      await runner.look?.(context)
      if (isAsked) await preview(context)
      return (await runner.run(context)) ?? exitCodes.ok
    } catch (error) {
      const refusal = refusedBy(error, context)
      // A complete command line may come from a script: report the error instead of asking.
      const isOpen = isAsked || refusal.some(({ one }) => givenFor(one, context) === undefined)
      if (refusal.length === 0 || !isOpen) throw error
      for (const { one, problem } of refusal) {
        context.note(`${labelOf(one, context)} ${problem}`)
        keep(one, await askFor(one, context.ask, { before: givenFor(one, context), mayBeEmpty: true }))
      }
      isAsked = true
    }
  }
}

const givenFor = ({ name }: Missing, { args, flags }: Context): Value | undefined => flags[name] ?? args[name]

const labelOf = (one: Missing, { command }: Context): string =>
  command.positionals.some((positional) => positional === one) ? one.name : `--${one.name}`

/** The refused flags and arguments with the reasons; empty if one of the reasons belongs to neither. */
function refusedBy(error: unknown, { command }: Context): { one: Flag | Positional; problem: string }[] {
  const fields = error instanceof APIError || error instanceof CliError ? error.validationErrors : undefined
  const refusals = Object.entries(fields ?? {}).map(([field, problems]) => ({
    one:
      command.flags.find(({ at }) => at?.slice(1).join(".") === field) ??
      command.flags.find(({ at }) => at?.at(-1) === field) ??
      command.positionals.find(({ name }) => name.replaceAll("-", "_") === field),
    problem: [problems].flat().join(", "),
  }))
  return refusals
    .flatMap(({ one, problem }) => (one ? [{ one, problem }] : []))
    .filter((_, __, all) => all.length === refusals.length)
}

/** Shows what will be sent and asks for confirmation. A command that costs money, changes rights or cannot be undone has its own question. */
async function preview(context: Context): Promise<void> {
  const { command, args, flags, globals, output } = context
  const { endpoint } = command
  if (!endpoint || endpoint.method === "GET" || command.confirm || globals.yes || globals["dry-run"]) return
  const input = await context.input()
  const profile = await context.profile()
  const redirection = await redirectionOf(command, requestParts(command, args, flags, input), profile)
  const facts = [...givenFacts(context), ...Object.entries(input ?? {}).map(factOf)]
  context.drawn(`\n${drawFacts(`Preview: ${command.summary}`, facts, output.screen)}\n`)
  const whom = redirection === undefined ? "" : `redirected to ${redirection}, `
  if (await context.ask.confirm(`Send it ${whom}${targetText(profile)}?`)) return
  throw new CliError("stopped: nothing was sent", exitCodes.failure, { code: "declined" })
}

function givenFacts(context: Context): Fact[] {
  const { positionals, flags } = context.command
  const sent = [...positionals, ...flags.filter(({ at, name }) => at || name === "idempotency-key")]
  return sent.flatMap((one) => {
    const value = givenFor(one, context)
    return value === undefined ? [] : [factOf([one.name, one.secret ? "(hidden)" : value])]
  })
}

const factOf = ([name, value]: [name: string, value: unknown]): Fact => [
  name.replaceAll(/[_-]/g, " "),
  displayText(value),
]

function displayText(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== "object")) return value.join(", ")
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
