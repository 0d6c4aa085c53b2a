import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { lineOf } from "../../../support/example.ts"
import { root } from "../../../support/files.ts"

/** Bundles the receiver's program into one file, where it can resolve packages: it starts faster. */
export async function buildReceiver(): Promise<string> {
  const folder = join(root, "node_modules/.cache/mas-sdk")
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, `storm-receiver-${process.pid}.mjs`)
  const entry = join(root, "test/webhooks/stores/storm/receiver.ts")
  await build({ entryPoints: [entry], outfile, bundle: true, platform: "node", format: "esm", packages: "external" })
  return outfile
}

/** A receiver's process, which can be killed and started again. */
export class ReceiverProcess {
  readonly #node: string
  readonly #args: readonly string[]
  readonly #secret: string
  readonly #mayEnd: boolean
  #child: ChildProcess | undefined
  /** The process's standard error. */
  #said = ""
  #isKilled = false
  /** The restart after an exit that was not a kill. */
  #anew: Promise<void> | undefined
  /** Its address; undefined while it is down. */
  url: string | undefined
  /** Ids of the events it is handling. */
  readonly inFlight = new Map<string, number>()

  constructor(node: string, args: readonly string[], secret: string) {
    this.#node = node
    this.#args = args
    this.#secret = secret
    // A timer of postgres.js may write to a lost connection, which ends the process: restart it, as a supervisor would.
    this.#mayEnd = args.includes("postgres.js")
  }

  /** Starts it; it opens its store at the time `begin`, in milliseconds since 1970, if that is in the future. */
  async start(begin = 0): Promise<void> {
    const env = { ...process.env, MAS_WEBHOOK_SECRET: this.#secret, MAS_BEGIN: `${begin}` }
    const child = spawn(this.#node, this.#args, { env, stdio: "pipe" })
    this.#child = child
    this.#said = ""
    child.stderr.on("data", (chunk) => {
      this.#said += chunk
    })
    this.#isKilled = false
    child.once("exit", () => {
      this.url = undefined
      if (this.#mayEnd && !this.#isKilled) this.#anew = this.start()
    })
    const [, port] = await lineOf(child, /listening on (\d+)\./)
    this.url = `http://127.0.0.1:${port}`
  }

  /** Kills it, as in a crash; returns the events it was handling. */
  async kill(): Promise<readonly string[]> {
    await this.#anew
    const child = this.#child
    if (child === undefined) return []
    const end = child.exitCode ?? child.signalCode
    if (end !== null) throw new Error(`The receiver has ended by itself (${end}):\n${this.#said}`)
    this.#isKilled = true
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGKILL")
    this.url = undefined
    const handled = [...this.inFlight.keys()]
    await ended
    return handled
  }
}
