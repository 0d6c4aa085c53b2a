import { jsonFromText } from "../../sdk/contract/core/parse-text.ts"
import type { JsonSchema } from "../../sdk/contract/openapi/json-schema.ts"
import type { Context } from "../connection/context.ts"
import type { CommandSpec, Flag, Positional } from "../line/command/spec.ts"
import { argumentsSchema } from "../line/schema/rules-schema.ts"
import { mockAddress } from "../runners/control.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import type { Io, Sink } from "../terminal/io.ts"
import { fieldOf } from "../terminal/output/fields.ts"
import { checkNames } from "./call-input.ts"
import type { Catalog } from "./catalog.ts"
import type { CallResult, ToolInput } from "./tool.ts"

/** Runs `mas mock` commands in this process, each as a command line without a terminal. */
export class MockCommands {
  /** How to stop each mock server that was started, by address. */
  readonly #serving = new Map<string, () => Promise<unknown>>()

  constructor(
    private readonly context: Context,
    private readonly catalog: Catalog,
  ) {}

  /**
   * Runs a command and returns its output.
   * @throws CliError with its error output when it failed.
   */
  async run(command: CommandSpec, input: ToolInput, signal: AbortSignal, result: CallResult): Promise<object> {
    const inputFields = Object.fromEntries(Object.entries(input).map(([name, value]) => [fieldName(name), value]))
    checkNames(inputFields, mockInput(command), { forTerminal: this.catalog.forTerminal(command).map(fieldName) })
    const words = [...command.words, "--output=json"].filter((word) => word !== undefined)
    const fields = wordsOf(command, inputFields)
    if (command.name === "mock.start") return this.#start([...words, "--no-local-webhooks", ...fields])
    if (command.name === "mock.stop") return this.#stop([...words, ...this.#place(), ...fields], signal)
    result.at = await mockAddress(this.context)
    return this.#finish([...words, `--base-url=${result.at}`, ...fields], signal)
  }

  async close(): Promise<void> {
    await Promise.all([...this.#serving.values()].map((end) => end()))
  }

  async #stop(argv: readonly string[], signal: AbortSignal): Promise<object> {
    const response = await this.#finish(argv, signal)
    this.context.forgetMock()
    return response
  }

  async #finish(argv: readonly string[], signal: AbortSignal): Promise<object> {
    const stdout = new Kept()
    const stderr = new Kept()
    const code = await this.#run(argv, stdout, stderr, signal)
    if (code !== exitCodes.ok) throw failure(stderr.text)
    return { result: this.context.redactor.whole(jsonFromText(stdout.text.trim() || stderr.text.trim())) }
  }

  async #run(argv: readonly string[], stdout: Sink, stderr: Sink, signal: AbortSignal): Promise<number> {
    const { program, io } = this.context
    return program.run(argv, {
      ...nonInteractive(io, stdout, stderr),
      signal: AbortSignal.any([io.signal, signal]),
      endMock: async (url) => this.#serving.get(url)?.(),
    })
  }

  /** Starts a server, which runs until this program ends. Returns what it prints once it listens. */
  async #start(argv: readonly string[]): Promise<object> {
    const stop = new AbortController()
    const stdout = new Kept()
    const stderr = new Kept()
    const listening = new Promise<string>((resolve) => {
      stdout.onWrite = (text) => text.trimEnd().endsWith("}") && resolve(text)
    })
    const serving = this.#run(argv, stdout, stderr, stop.signal)
    const result = jsonFromText(await Promise.race([listening, serving.then(() => "")]))
    const url = fieldOf(result, "url")
    if (typeof url !== "string") throw failure(stderr.text)
    this.#serving.set(url, () => {
      stop.abort()
      return serving
    })
    this.context.forgetMock()
    return {
      result: this.context.redactor.whole(result),
      next: `It runs until mock.stop or this session ends. ${await this.#toGo()}`,
    }
  }

  /** The current targets of calls: the address given at the start of the session takes precedence over running servers. */
  async #toGo(): Promise<string> {
    const { baseUrl: call } = await this.context.profile().catch(() => ({ baseUrl: undefined }))
    const mock = await mockAddress(this.context).catch(() => undefined)
    return call === mock ? `call and mock go to ${mock}.` : `call goes to ${call ?? "no address"}, mock to ${mock}.`
  }

  /** The mock server given at the start of the session. */
  #place(): string[] {
    const { "base-url": baseUrl } = this.context.globals
    return baseUrl === undefined ? [] : [`--base-url=${baseUrl}`]
  }
}

/** A command's arguments and flags as fields, with underscores in the names. */
export function mockInput({ positionals, flags }: CommandSpec): JsonSchema {
  const withFieldName = <One extends Flag | Positional>(one: One): One => ({ ...one, name: fieldName(one.name) })
  return argumentsSchema(positionals.map(withFieldName), flags.map(withFieldName))
}

const fieldName = (name: string) => name.replaceAll("-", "_")

/** Values as command-line words, arguments last, so that none is read as a flag. */
function wordsOf({ positionals, flags }: CommandSpec, input: ToolInput): string[] {
  const inputOf = (name: string) => input[fieldName(name)]
  const typed = flags.flatMap((flag) => (inputOf(flag.name) === undefined ? [] : flagWords(flag, inputOf(flag.name))))
  const args = positionals.flatMap(({ name }) =>
    inputOf(name) === undefined ? [] : [inputOf(name)].flat().map(textOf),
  )
  return args.length > 0 ? [...typed, "--", ...args] : typed
}

function flagWords({ name, type, fromFile }: Flag, value: unknown): string[] {
  if (type === "boolean") return [`--${value === false || value === "false" ? "no-" : ""}${name}`]
  const values = Array.isArray(value) ? value : [value]
  // A text that starts with `@` is text, not a file name.
  return values.map((one) => `--${name}=${fromFile ? textOf(one).replace(/^@/, "@@") : textOf(one)}`)
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

class Kept implements Sink {
  text = ""
  onWrite?: (text: string) => unknown

  write(chunk: string | Uint8Array): boolean {
    this.text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString()
    this.onWrite?.(this.text)
    return true
  }

  once(): void {}
}

/**
 * This process for a non-interactive command: it must not read stdin, which carries the protocol. Errors are complete,
 * and commands in them are not rewritten.
 */
function nonInteractive(io: Io, stdout: Sink, stderr: Sink): Io {
  const { platform, home, cwd, now, signal, fetch } = io
  const { npm_config_user_agent: _, ...rest } = io.env
  const env = { ...rest, MAS_AGENT: "0" }
  const stdin = { async *[Symbol.asyncIterator]() {} }
  return { stdin, stdout, stderr, env, platform, home, cwd, now, signal, fetch }
}

/** Converts a failed command's stderr back to an error. */
function failure(message: string): CliError {
  const line = message.trim().split("\n").at(-1) ?? ""
  const report = jsonFromText(line)
  const field = (name: string) => {
    const messageText = fieldOf(report, `error.${name}`)
    return typeof messageText === "string" ? messageText : undefined
  }
  const details = { code: field("code"), hint: field("hint") }
  return new CliError(field("message") ?? (line || "it failed"), exitCodes.failure, details)
}
