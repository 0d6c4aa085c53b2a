import { spawn } from "node:child_process"
import { host, withTimeout } from "../../../sdk/client/request/host.ts"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, requiredText, textOf, textsOf } from "../../line/flag-values.ts"
import { CliError, refusedValue } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { aborted } from "../../terminal/io.ts"
import { exitCodeOf, printCheck } from "../../terminal/output/check-lines.ts"
import { causeOf } from "../../terminal/report/connection-cause.ts"
import { forwardAddress } from "./forward-address.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

/** `mas webhooks check`: exit code 1 when a line that must hold failed, with `--strict` also one that should. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, globals, io, output } = context
  const url = forwardAddress(requiredText(args, "url"), "url")
  const [secret = ""] = await signingSecrets(context)
  const types = textsOf(flags, "events")
  const [effect, breakWork] = [textOf(flags, "effect"), textOf(flags, "break-work")]
  if (globals["dry-run"]) {
    await output.record({
      url,
      effect: effect ?? null,
      break_work: breakWork ?? null,
      slow: isOn(flags, "slow"),
      strict: isOn(flags, "strict"),
    })
    return exitCodes.ok
  }
  const requests = isOn(flags, "slow") ? 300 : 60
  context.note(
    `Some ${requests} requests follow, right and forged: the receiver's log will show invented events and errors.`,
  )
  const { checkReceiver } = await import("mas-sdk/mock-server")
  // As in the client, 0 means no timeout.
  const timeout = globals.timeout === 0 ? Number.POSITIVE_INFINITY : globals.timeout
  const report = await refusedSecret(() =>
    Promise.race([
      checkReceiver({
        url,
        secret,
        slow: isOn(flags, "slow"),
        effect: effect === undefined ? undefined : counterOf("--effect", effect, io.signal),
        events: types && webhookEventTypes.filter((type) => types.includes(type)),
        breakWork: breakWork === undefined ? undefined : runnerOf("--break-work", breakWork, io.signal),
        timeout,
      }),
      aborted(io.signal).then(() => Promise.reject(interrupted)),
    ]),
  )
  const counts = await printCheck(report.lines, {
    ...context,
    toCheck: effect === undefined ? "--effect" : breakWork === undefined ? "--break-work" : undefined,
  })
  return exitCodeOf(counts, isOn(flags, "strict"))
}

const sent = "Events of the check may have reached the receiver."
const interrupted = new CliError("Interrupted", exitCodes.interrupted, { hint: sent })
/** A user's command or address fails at any time of the check. */
const cannotRun = (flag: string, problem: string) => refusedValue(flag, problem, sent)

/** Milliseconds after which a user's command or address times out. */
const runTimeout = 10_000

/** Returns a function that runs a shell command, or gets an address, and returns the output. */
function runnerOf(flag: string, text: string, stop: AbortSignal): () => Promise<string> {
  const run = /^https?:\/\//.test(text) ? get : runShell
  return () =>
    withTimeout(host, {
      ms: runTimeout,
      signal: stop,
      run: (limit = stop) => run(flag, text, limit),
      late: () => cannotRun(flag, `did not end within ${runTimeout / 1_000} seconds`),
    })
}

/** The same for output that is a number. */
function counterOf(flag: string, flagText: string, stop: AbortSignal): () => Promise<number> {
  const run = runnerOf(flag, flagText, stop)
  return async () => {
    const text = (await run()).trim()
    if (/^\d+$/.test(text)) return Number(text)
    throw cannotRun(flag, `must print only a whole number; it printed ${JSON.stringify(text.slice(0, 80))}`)
  }
}

async function get(flag: string, url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal }).catch((error: unknown) => {
    const cause = Object(Object(error).cause ?? error)
    throw cannotRun(flag, `did not respond: ${causeOf(cause, url)?.reason ?? cause.message}`)
  })
  const text = await response.text()
  if (response.ok) return text
  throw cannotRun(flag, `responded with ${response.status}`)
}

function runShell(flag: string, command: string, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    // In a process group, so that the shell's children are killed too.
    const detached = process.platform !== "win32"
    const child = spawn(command, { shell: true, detached, stdio: ["ignore", "pipe", "pipe"], windowsHide: true })
    const end = () => {
      try {
        if (detached && child.pid !== undefined) process.kill(-child.pid)
        else child.kill()
      } catch {
        // The child has ended; a process outside its group still holds the output.
      }
      reject(signal.reason)
    }
    signal.addEventListener("abort", end)
    child.on("close", () => signal.removeEventListener("abort", end))
    const output = { stdout: "", stderr: "" }
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on("data", (chunk) => {
      output.stderr += chunk
    })
    child.on("error", (error) => reject(cannotRun(flag, `cannot be run: ${error.message}`)))
    child.on("close", (code) => {
      if (code === 0) resolve(output.stdout)
      else
        reject(cannotRun(flag, [`ended with ${code}`, output.stderr.trim().slice(0, 200)].filter(Boolean).join(": ")))
    })
  })
}
