import type { Mas } from "../../sdk/client/client.ts"
import type { ClientOptions } from "../../sdk/client/options.ts"
import type { HttpRequester } from "../../sdk/client/request/requester.ts"
import type { GlobalFlags } from "../line/command/global-flags.ts"

import type { CommandSpec, Reason, Value } from "../line/command/spec.ts"
import type { Tables } from "../line/command/tables.ts"
import type { NextCommand } from "../line/next-command.ts"
import type { ExitCode } from "../terminal/errors/exit-codes.ts"
import type { Io } from "../terminal/io.ts"
import type { Output } from "../terminal/output/output.ts"
import type { Progress } from "../terminal/output/progress.ts"
import type { Redactor } from "../terminal/output/redactor.ts"
import type { Profile } from "./profile/profile.ts"

/** An option of a choice. */
export interface Choice {
  readonly value: string
  readonly description?: string | undefined
}

/** Questions on a terminal, written to stderr. Prompts load with the first question; Ctrl-C rejects with an interruption. */
export interface Ask {
  text(question: string, options?: TextOptions): Promise<string>
  /** The input is hidden. */
  password(question: string): Promise<string>
  confirm(question: string, options?: { readonly default?: boolean }): Promise<boolean>
  choice(question: string, choices: readonly Choice[]): Promise<string>
  choices(question: string, choices: readonly Choice[]): Promise<string[]>
}

export interface TextOptions {
  readonly default?: string | undefined
  /** True when the default is shown for editing. */
  readonly prefill?: boolean | undefined
  /** The problem of the typed text; undefined when valid. Called while typing. */
  readonly check?: ((text: string) => string | undefined) | undefined
}

export interface Confirmation {
  readonly reason?: Reason | undefined
  /** True for a command that only works on this machine and calls no service. */
  readonly isLocal?: boolean
}

/** The program itself, for commands that mention or run it. */
export interface Program {
  /** The folder of this program, `cli` or `dist/cli`. */
  readonly folder: string
  readonly tables: Tables
  /** Runs another command line in this process. Never throws. */
  run(argv: readonly string[], io: Io): Promise<ExitCode>
}

/** The environment of a command. */
export interface Context {
  readonly io: Io
  readonly command: CommandSpec
  /** Arguments by name, parsed and checked. */
  readonly args: Readonly<Record<string, Value | undefined>>
  /** The command's own flags by name, parsed and checked. */
  readonly flags: Readonly<Record<string, Value | undefined>>
  readonly globals: GlobalFlags
  /** Address and credential. Precedence: flags, environment, profile. Resolved on first use. */
  profile(): Promise<Profile>
  /** Resolves the profile again on next use if it leads to a mock server or nowhere, since a server may have started. */
  forgetMock(): void
  /**
   * The SDK's client, configured by flags, environment and profile; with a `baseUrl`, only by the given options. Loaded
   * on first use.
   */
  client(options?: ClientOptions): Promise<Mas>
  /** The same without the resources: loads faster. */
  requester(): Promise<HttpRequester>
  readonly program: Program
  readonly redactor: Redactor
  /** Prints data on stdout in the requested format. */
  readonly output: Output
  /** Prints a note on stderr. */
  note(text: string): void
  /** The same for text from outside, such as a line of the user's file: command names in it are not rewritten. */
  quote(text: string): void
  /** Prints styled text, whose words from outside the screen has made safe: the other two remove its styles. */
  drawn(text: string): void
  /** Asks questions; only if `isInteractive`. */
  readonly ask: Ask
  /** True when stdin, stdout and stderr are all a terminal, so that questions can be asked. */
  readonly isInteractive: boolean
  /**
   * Asks for confirmation of something that costs money, changes rights or cannot be undone, naming the target; `--yes` skips the
   * question. `what` is a sentence without its full stop.
   * @throws UsageError when the user cannot be asked; CliError (exit code 1) when the response is no.
   */
  confirm(what: string, about?: Confirmation): Promise<void>
  /** Shows progress on stderr: a bar on a terminal, plain lines elsewhere. */
  progress(label: string): Progress
  /** The whole body from `--input`, read once; undefined when absent. */
  input(): Promise<object | undefined>
  /** A follow-up command for a shell: this one with changes, or another. It repeats all given values except secrets. */
  nextCommand(next?: NextCommand): string
  /** Stores answers to questions as flags. */
  keep(inputs: Readonly<Record<string, Value>>): void
  /** Streams the rest of stdin; `what` names the flag, for errors. */
  stdin(what: string): AsyncIterable<Uint8Array | string>
}

/** Runs a command and returns its exit code; undefined means 0. */
export type Run = (context: Context) => Promise<ExitCode> | Promise<void>

/** A module under cli/commands. */
export interface CommandModule {
  readonly run: Run
  /** Prints notes about the request before it is sent, and before any question about it. */
  readonly look?: (context: Context) => Promise<void>
  /** The choices for an argument, by its name, when only the machine or the service knows them. */
  readonly offers?: (context: Context) => Promise<Readonly<Record<string, readonly Choice[]>>>
  /** Asks for all flags in a better order than one by one, on a terminal where none was given. Returns flags by name. */
  readonly askAll?: (context: Context) => Promise<Readonly<Record<string, Value>>>
}
