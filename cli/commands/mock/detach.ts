import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { WorldView } from "../../../mock-server/control/world.ts"
import type { Context } from "../../connection/context.ts"
import { mocksFolder, type RunningMock, runningMocks } from "../../connection/profile/running-mocks.ts"
import { flagWords, typedOf } from "../../line/command-text.ts"
import { textOf } from "../../line/flag-values.ts"
import { shell } from "../../line/shell-word.ts"
import { control } from "../../runners/control.ts"
import { CliError, reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { ErrorReport } from "../../terminal/report/report-error.ts"
import { showAddresses } from "./show-addresses.ts"

const pollInterval = 50
/** Milliseconds in which a server must start; a large state file takes time. */
const startTimeout = 60_000

/** `mas mock --detach`: starts a separate process, and ends when it responds or fails to start. */
export async function detach(context: Context): Promise<void> {
  const { io, flags } = context
  if (io.launch === undefined) throw new UsageError("--detach cannot start a process here")
  if (textOf(flags, "fixtures") === "-") throw new UsageError("--fixtures - cannot be read with --detach")
  const log = openLog(context, (await runningMocks(io)).length > 0)
  const started = io.launch(["mock", "start", ...wordsOf(context)], log.file)
  closeSync(log.file)
  let ended: { readonly code: number | null } | undefined
  started.ended.then((code) => {
    ended = { code }
  })
  for (let waited = 0; ; waited += pollInterval) {
    const mock = (await runningMocks(io)).find(({ pid }) => pid === started.pid)
    if (mock) return say(context, mock)
    if (ended) throw notStarted(log, ended.code)
    if (io.signal.aborted || waited > startTimeout) {
      const hint = `It is process ${started.pid}; its output is in ${log.path}.`
      throw new CliError("The mock server does not respond yet", exitCodes.network, { code: "timeout", hint })
    }
    await pause(pollInterval)
  }
}

async function say(context: Context, { url, pid }: RunningMock): Promise<void> {
  const { credentials } = await control<WorldView>(context, "GET /world", { baseUrl: url })
  await showAddresses(context, url, credentials.api_key, pid)
  const isAlone = (await runningMocks(context.io)).length < 2
  context.note(`Stop it with: ${isAlone ? shell`mas mock stop` : shell`mas mock stop --base-url ${url}`}`)
}

/** The log file of detached servers, emptied when none is running, and the offset at which this server's output begins. */
function openLog({ io }: Context, isShared: boolean) {
  const folder = mocksFolder(io)
  const path = join(folder, "detached.log")
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (!isShared) rmSync(path, { force: true })
    const file = openSync(path, "a", 0o600)
    return { path, file, from: fstatSync(file).size }
  } catch (error) {
    throw new CliError(`${path} cannot be written: ${reasonOf(error)}`, exitCodes.failure, {
      hint: "Start it without --detach, or set MAS_CONFIG_DIR.",
    })
  }
}

function notStarted({ path, from }: ReturnType<typeof openLog>, code: number | null): CliError {
  const output = readFileSync(path).subarray(from).toString().trim()
  const report = reportIn(output)
  const exitCode = Object.values(exitCodes).find((outcome) => outcome === code && outcome !== exitCodes.ok)
  return new CliError(report?.message ?? `The mock server did not start: ${output}`, exitCode, {
    code: report?.code ?? "error",
    hint: report?.hint,
  })
}

/** The error printed by another command line, which is JSON without a terminal. */
function reportIn(output: string): ErrorReport | undefined {
  try {
    return JSON.parse(output.split("\n").at(-1) ?? "").error
  } catch {
    return undefined
  }
}

/** The given flags without `--detach`, which is handled here. */
function wordsOf({ command, flags }: Context): string[] {
  return command.flags.flatMap((flag) => {
    const value = flag.name === "detach" ? undefined : flags[flag.name]
    return value === undefined ? [] : flagWords(flag.name, typedOf(flag, value))
  })
}
