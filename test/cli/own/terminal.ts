import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { stripVTControlCharacters } from "node:util"
import { type IPty, spawn } from "@lydell/node-pty"
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { root } from "../../support/files.ts"

/** The path of the built command line, which is rebuilt if its sources have changed. */
export function builtEntry(): string {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs"), "--if-stale"], { stdio: "pipe" })
  return join(root, "dist/cli/entry.cjs")
}

/** Keys as a terminal sends them. */
export const keys = { enter: "\r", down: "\u001b[B", space: " ", ctrlC: "\u0003", ctrlD: "\u0004" }

interface TerminalOptions {
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly columns?: number
}

/** Marks the end of a program, after all of its output. */
const ending = /<ended with (\d+)>/

/**
 * Runs a program and prints how it ended, in the terminal itself, which stays open until something is typed: output
 * that is unread when the last process ends can be lost.
 */
const script = `trap : INT; "$@"; printf '<ended with %d>' $?; read -r _`

/** A program in a pseudo-terminal, and a user who waits for its output before typing. */
export class Terminal {
  readonly #pty: IPty
  #raw = ""
  #seen = 0
  #look: () => void = () => {}
  readonly exitCode: Promise<number>

  constructor(file: string, args: readonly string[], { env, cwd, columns = 100 }: TerminalOptions) {
    this.#pty = spawn("sh", ["-c", script, "sh", file, ...args], {
      cols: columns,
      rows: 40,
      cwd,
      env: { PATH: process.env.PATH, TERM: "xterm", ...env },
    })
    this.exitCode = new Promise((resolve) => {
      this.#pty.onData((data) => {
        this.#raw += data
        const [endMark, code] = ending.exec(this.#raw) ?? []
        if (endMark !== undefined) {
          this.#raw = this.#raw.replace(endMark, "")
          resolve(Number(code))
          this.#pty.write("\n")
        }
        this.#look()
      })
      this.#pty.onExit(({ exitCode }) => resolve(exitCode))
    })
  }

  /** The output, unchanged. */
  get raw(): string {
    return this.#raw
  }

  /** The output without escape sequences. */
  get text(): string {
    return stripVTControlCharacters(this.#raw)
  }

  /** Waits for output that no earlier call has matched. */
  async says(pattern: RegExp | string): Promise<void> {
    const isFound = () => {
      const rest = this.text.slice(this.#seen)
      const at = typeof pattern === "string" ? rest.indexOf(pattern) : rest.search(pattern)
      if (at < 0) return false
      const length = typeof pattern === "string" ? pattern.length : (rest.match(pattern)?.[0].length ?? 0)
      this.#seen += at + length
      return true
    }
    let hasEnded = false
    await new Promise<void>((resolve, reject) => {
      this.#look = () => {
        if (isFound()) resolve()
        else if (hasEnded) reject(new Error(`It ended without saying ${pattern}:\n${this.text}`))
      }
      this.exitCode.then(() => {
        hasEnded = true
        this.#look()
      })
      this.#look()
    })
    this.#look = () => {}
  }

  type(text: string): void {
    this.#pty.write(text)
  }

  /** Waits for a question, then answers it. */
  async answer(question: RegExp | string, typed: string): Promise<void> {
    await this.says(question)
    this.type(typed)
  }

  get pid(): number {
    return this.#pty.pid
  }

  kill(): void {
    this.#pty.kill("SIGKILL")
  }
}

/** A home for programs in terminals; `remove` kills those still running. */
export class TerminalHome {
  readonly folder = mkdtempSync(join(tmpdir(), "mas-tty-"))
  readonly #entry: string
  readonly #env: Readonly<Record<string, string>>
  readonly #open = new Set<Terminal>()

  constructor(entry: string, env: Readonly<Record<string, string>>) {
    this.#entry = entry
    this.#env = env
  }

  /** An undefined variable is not set. `within` is a program, with its first arguments, that runs this one. */
  mas(
    args: readonly string[],
    env: Readonly<Record<string, string | undefined>> = {},
    columns = 100,
    within: readonly string[] = [],
  ): Terminal {
    const config = { HOME: this.folder, MAS_CONFIG_DIR: join(this.folder, "config") }
    const all = Object.entries({ ...config, ...this.#env, ...env }).filter(([, value]) => value !== undefined)
    const [file = "", ...words] = [...within, process.execPath, this.#entry, ...args]
    const terminal = new Terminal(file, words, {
      env: Object.fromEntries(all),
      cwd: this.folder,
      columns,
    })
    this.#open.add(terminal)
    terminal.exitCode.then(() => this.#open.delete(terminal))
    return terminal
  }

  remove(): void {
    for (const terminal of this.#open) terminal.kill()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A mock server for a test file, and a new home for terminals in each test. Use both only while a test runs. */
export function terminalSandbox(): { readonly server: MockServer; readonly home: TerminalHome } {
  let entry = ""
  // Hooks set these before anything reads them.
  const sandbox = {} as { server: MockServer; home: TerminalHome }
  beforeAll(async () => {
    entry = builtEntry()
    sandbox.server = await startMockServer({ port: 0, allowLocalWebhooks: true })
  })
  beforeEach(() => {
    const { url, apiKey } = sandbox.server
    sandbox.home = new TerminalHome(entry, { MAS_BASE_URL: url, MAS_API_KEY: apiKey })
  })
  afterEach(() => {
    sandbox.home.remove()
    sandbox.server.world.reset()
  })
  afterAll(() => sandbox.server.close())
  return sandbox
}
