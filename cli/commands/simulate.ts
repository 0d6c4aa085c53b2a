import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { resolve } from "node:path"
import type { Day, SimulateOptions, SimulationProgress } from "../../mock-server/index.ts"
import { defined } from "../../sdk/client/transport/fields.ts"
import type { Context } from "../connection/context.ts"
import { numberOf, requiredText, textOf } from "../line/flag-values.ts"
import { readFileBytes } from "../line/input/files.ts"
import { shellWord } from "../line/shell-word.ts"
import { CliError, reasonOf, UsageError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText } from "../terminal/output/numbers.ts"

export async function run(context: Context): Promise<void> {
  const { args, flags, io, output } = context
  const file = requiredText(args, "file")
  const { simulate, SimulationError } = await import("mas-sdk/mock-server")
  const giveExitBack = takeExit()
  const bar = context.progress("Living through days")
  const onProgress = (progress: SimulationProgress) => {
    if (progress.broken !== undefined) return bar.end()
    bar.update({ done: progress.runs, unit: "days", total: progress.of, note: progressText(progress) })
  }
  try {
    const { body, options } = readDay(context, file)
    const { runs, virtualMs, faults } = await simulate(
      { ...options, ...dayOptions(flags), signal: io.signal, onProgress },
      body,
    )
    bar.end()
    await output.record({ runs, virtual_days: daysOf(virtualMs), faults })
    return
  } catch (error) {
    bar.end()
    if (error instanceof SimulationError) {
      for (const line of error.message.split("\n")) context.note(line)
      throw new CliError(`A day broke: seed ${error.seed}`, exitCodes.failure, {
        code: "simulation",
        hint: `Once more: mas simulate ${shellWord(file)} --seed ${error.seed}${sameDays(flags)}`,
        cause: error,
      })
    }
    if (error instanceof TypeError && error.message.startsWith("simulate: ")) throw new UsageError(error.message)
    throw error
  } finally {
    giveExitBack()
  }
}

/**
 * Makes process.exit throw, so that ending the process does not look like a successful day. Returns a function that
 * restores it.
 */
function takeExit(): () => void {
  const { exit } = process
  process.exit = (code) => {
    throw new Error(`the program ended the process: process.exit(${code ?? ""})`)
  }
  return () => {
    process.exit = exit
  }
}

const daysOf = (ms: number) => Math.round(ms / 8_640_000) / 10

const progressText = ({ virtualMs, faults }: SimulationProgress) =>
  `${countText(daysOf(virtualMs))} virtual days, ${countText(faults)} faults`

function sameDays(flags: Context["flags"]): string {
  const [faults, length] = [textOf(flags, "faults"), flags.for]
  return `${faults === undefined ? "" : ` --faults ${faults}`}${length === undefined ? "" : ` --for ${length}ms`}`
}

function dayOptions(flags: Context["flags"]): Pick<SimulateOptions, "runs" | "seed"> & object {
  const seed = numberOf(flags, "seed")
  // With only a seed, runs one day whatever the file says.
  const runs = numberOf(flags, "runs") ?? (seed === undefined ? undefined : 1)
  return defined({ runs, seed, faults: textOf(flags, "faults"), for: flags.for })
}

function readDay({ io }: Context, displayPath: string): { body: (day: Day) => unknown; options: object } {
  readFileBytes(io, displayPath, "file")
  const { default: body, options = {} } = load(resolve(io.cwd, displayPath), displayPath)
  if (typeof body !== "function") {
    const advice = "Export a function as default: export default async (day) => { … }"
    throw new UsageError(`${displayPath} has no default function`, advice)
  }
  if (typeof options !== "object" || options === null)
    throw new UsageError(`options of ${displayPath} must be an object`)
  return { body: (day) => Reflect.apply(body, undefined, [day]), options }
}

/** Loads ES modules and CommonJS: every supported Node can `require` both. */
function load(path: string, displayPath: string): { readonly default?: unknown; readonly options?: unknown } {
  try {
    const loaded: unknown = createRequire(path)(path)
    return typeof loaded === "function" ? { default: loaded } : Object(loaded)
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined
    const why = `Node ${process.versions.node} cannot load ${displayPath}`
    if (code === "ERR_REQUIRE_ASYNC_MODULE")
      throw new UsageError(why, "Use `await` only inside the day's function, not at the top level.")
    const isSyntax = error instanceof SyntaxError
    if (/\.[cm]?tsx?$/.test(path) && (isSyntax || code === "ERR_UNKNOWN_FILE_EXTENSION"))
      throw new UsageError(why, "Install tsx and set NODE_OPTIONS=--import=tsx, or use Node 22.18 or newer.")
    throw new CliError(`${why}: ${reasonOf(error)}`, exitCodes.usage, {
      hint: (isSyntax && mistakeIn(path)) || "Run it again with --debug to see where.",
      cause: error,
    })
  }
}

/** The place of a syntax error: a module's error lacks it, but `node --check` prints it. */
function mistakeIn(path: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ["--check", path], { encoding: "utf8" })
  const sourceLine = /^.*:\d+$/m.exec(stderr)
  return sourceLine ? `It is at ${sourceLine[0]}.` : undefined
}
