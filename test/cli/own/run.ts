import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { ioFor } from "../../../cli/line/run-mode.ts"
import { readTypedLine } from "../../../cli/line/typed-line.ts"
import { main } from "../../../cli/main.ts"
import type { ExitCode } from "../../../cli/terminal/errors/exit-codes.ts"
import type { Io, Sink } from "../../../cli/terminal/io.ts"
import { createMockService, type MockServiceOptions } from "../../../mock-server/index.ts"
import { checkExitCode } from "./declared-exit-codes.ts"

/** A stream that records what is written to it. */
class RecordingSink implements Sink {
  text = ""
  readonly #waiting = new Set<() => void>()

  constructor(
    readonly isTTY: boolean,
    readonly columns: number,
  ) {}

  write(chunk: string | Uint8Array): boolean {
    this.text += typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk)
    for (const look of this.#waiting) look()
    return true
  }

  once(): void {}

  /** Resolves with the match once the written text matches. */
  until(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = () => {
        const match = pattern.exec(this.text)
        if (!match) return
        this.#waiting.delete(look)
        resolve(match)
      }
      this.#waiting.add(look)
      look()
    })
  }
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Whether stdout and stderr are terminals; there are no prompts even then. */
  readonly terminal?: boolean
  readonly columns?: number
  readonly now?: () => number
  readonly platform?: NodeJS.Platform
  /** Overrides of the defaults of this class. */
  readonly io?: Partial<Io>
}

/** A command that sends an e-mail. */
export const sendMail: readonly string[] =
  "messages send --channel email --to ada@example.test --subject Hi --body Hello".split(" ")

/** Parses NDJSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
export const rowsIn = (out: string): any[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

/** A running command. */
export interface Running {
  readonly stdout: RecordingSink
  readonly stderr: RecordingSink
  /** Like Ctrl-C. */
  interrupt(): void
  readonly ended: Promise<Ran>
}

export interface Ran {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
  /** Stdout, parsed as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into responses of every shape.
  readonly json: any
}

/** A temporary home, with the command line run in this process. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), "mas-cli-"))
  readonly #fetch: Io["fetch"]
  readonly #env: Readonly<Record<string, string>>
  readonly #main: typeof main

  /** `program` is the built command line, for example. */
  constructor(env: Readonly<Record<string, string>> = {}, fetch?: Io["fetch"], program = main) {
    this.#env = env
    this.#fetch = fetch
    this.#main = program
  }

  start(argv: readonly string[], options: RunOptions = {}): Running {
    const { stdin = "", env, terminal = false, columns = 100, now = Date.now, platform = process.platform } = options
    const stop = new AbortController()
    const stdout = new RecordingSink(terminal, columns)
    const stderr = new RecordingSink(terminal, columns)
    const io: Io = {
      stdin: Readable.from([Buffer.from(stdin)], { objectMode: false }),
      stdout,
      stderr,
      env: { MAS_CONFIG_DIR: join(this.folder, "config"), ...this.#env, ...env },
      platform,
      home: this.folder,
      cwd: this.folder,
      now,
      signal: stop.signal,
      fetch: this.#fetch,
      ...options.io,
    }
    const line = readTypedLine(argv)
    const ended = this.#main(line, ioFor(line, io)).then((code) => {
      checkExitCode(argv, code)
      return {
        code,
        out: stdout.text,
        err: stderr.text,
        get json() {
          return JSON.parse(stdout.text)
        },
      }
    })
    return { stdout, stderr, interrupt: () => stop.abort(), ended }
  }

  run(argv: readonly string[], options?: RunOptions): Promise<Ran> {
    return this.start(argv, options).ended
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** A mock service in this process, and a home whose commands use it. */
export function homeWithService(options: MockServiceOptions = {}) {
  const service = createMockService({ clock: "frozen", now: "2026-03-01T12:00:00.000Z", ...options })
  const home = new Home({ MAS_BASE_URL: service.url, MAS_API_KEY: service.apiKey }, service.fetch)
  return {
    service,
    home,
    run: (argv: readonly string[], runOptions?: RunOptions) => home.run(argv, runOptions),
    async close() {
      home.remove()
      await service.close()
    },
  }
}
