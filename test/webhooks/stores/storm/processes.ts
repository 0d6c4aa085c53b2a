import { type ChildProcess, spawn } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { build } from "esbuild"
import { lineOf } from "../../../support/example.ts"
import { root } from "../../../support/files.ts"

/** Makes one file of the receiver's program, in a place from where it finds packages: it starts the quicker. */
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
  /** What the process has said on standard error. */
  #said = ""
  #isKilled = false
  /** It starts anew, after an end of its own. */
  #anew: Promise<void> | undefined
  /** Where it listens; undefined while it is down. */
  url: string | undefined
  /** Ids of what it is handling. */
  readonly inFlight = new Map<string, number>()

  constructor(node: string, args: readonly string[], secret: string) {
    this.#node = node
    this.#args = args
    this.#secret = secret
    // It may write to a connection that is gone, from a timer of its own: then it is started anew, as by who supervises it.
    this.#mayEnd = args.includes("postgres.js")
  }

  /** Starts it; it opens its store at the moment `begin`, in milliseconds since 1970, when that is still to come. */
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

  /** Ends it as a crash does; what it was handling then. */
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
