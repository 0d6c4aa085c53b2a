import type { Mas } from "../sdk/client.ts"
import type { ClientOptions } from "../sdk/options.ts"
import type { HttpRequester } from "../sdk/request/requester.ts"
import type { GlobalFlags } from "./command/global-flags.ts"

import type { CommandSpec, Reason, Value } from "./command/spec.ts"
import type { Tables } from "./command/tables.ts"
import type { ExitCode } from "./errors/exit-codes.ts"
import type { Io } from "./io.ts"
import type { NextCommand } from "./line/next-command.ts"
import type { Output } from "./output/output.ts"
import type { Progress } from "./output/progress.ts"
import type { Redactor } from "./output/redactor.ts"
import type { Profile } from "./profile/profile.ts"

/** One of several answers. */
export interface Choice {
  readonly value: string
  readonly description?: string | undefined
}

/** Questions on a terminal, written to stderr. Prompts load with the first question; Ctrl-C rejects with an interruption. */
export interface Ask {
  text(question: string, options?: TextOptions): Promise<string>
  /** What is typed is not shown. */
  password(question: string): Promise<string>
  confirm(question: string, options?: { readonly default?: boolean }): Promise<boolean>
  choice(question: string, choices: readonly Choice[]): Promise<string>
  choices(question: string, choices: readonly Choice[]): Promise<string[]>
}

export interface TextOptions {
  readonly default?: string | undefined
  /** True when the default is shown for editing. */
  readonly prefill?: boolean | undefined
  /** What is wrong with what was typed; undefined when nothing is. Asked as it is typed. */
  readonly check?: ((text: string) => string | undefined) | undefined
}

export interface Confirmation {
  readonly reason?: Reason | undefined
  /** True for a command that works on this machine only and calls no service. */
  readonly isLocal?: boolean
}

/** The command line itself, for commands that speak of it or run it. */
export interface Program {
  /** The folder of this program, `cli` or `dist/cli`. */
  readonly folder: string
  readonly tables: Tables
  /** Runs another command line in this process. Never throws. */
  run(argv: readonly string[], io: Io): Promise<ExitCode>
}

/** Everything that a command has to work with. */
export interface Context {
  readonly io: Io
  readonly command: CommandSpec
  /** Arguments by name, read and checked. */
  readonly args: Readonly<Record<string, Value | undefined>>
  /** The command's own flags by name, read and checked. */
  readonly flags: Readonly<Record<string, Value | undefined>>
  readonly globals: GlobalFlags
  /** Address and credential to use: flags over environment over profile. Read when it is first asked for. */
  profile(): Promise<Profile>
  /** Lets the next one who asks find the profile anew where it leads to a mock server, or nowhere: another runs now. */
  forgetMock(): void
  /** The SDK's client, set up by flags, environment and profile; with a `baseUrl`, by the options given alone. Loaded when it is first asked for. */
  client(options?: ClientOptions): Promise<Mas>
  /** The same without the resources: quicker to load. */
  requester(): Promise<HttpRequester>
  readonly program: Program
  readonly redactor: Redactor
  /** Prints data on stdout in the format asked for. */
  readonly output: Output
  /** A line of talk on stderr. */
  note(text: string): void
  /** The same for text that is not ours, such as a line of the user's file: what reads like a command of this program stays as it is. */
  quote(text: string): void
  /** Questions; only where `isInteractive`. */
  readonly ask: Ask
  /** True when stdin, stdout and stderr are all a terminal, so that questions can be asked. */
  readonly isInteractive: boolean
  /**
   * Asks before something that costs money or cannot be taken back; `--yes` answers it. Names in the question where it goes.
   * `what` is a sentence without its full stop.
   * @throws UsageError where it cannot be asked; CliError (exit code 1) when the answer is no.
   */
  confirm(what: string, about?: Confirmation): Promise<void>
  /** Shows how long work goes on: a bar on a terminal, plain lines elsewhere, on stderr. */
  progress(label: string): Progress
  /** The whole body that `--input` gives, read once; undefined where it is not given. */
  input(): Promise<object | undefined>
  /**
   * A command to go on with, ready for a shell: this one with what changes, or another. Everything that was given goes along,
   * but for what is secret.
   */
  nextCommand(next?: NextCommand): string
  /** Counts answers to questions as given: by flag. */
  keep(answers: Readonly<Record<string, Value>>): void
  /** All that is left of stdin as it comes; `what` names the flag, for errors. */
  stdin(what: string): AsyncIterable<Uint8Array | string>
}

/** Runs a command and returns its exit code; nothing for 0. */
export type Run = (context: Context) => Promise<ExitCode> | Promise<void>

/** A module under cli/commands. */
export interface CommandModule {
  readonly run: Run
  /** Prints notes about the request before it is sent, and before any question about it. */
  readonly look?: (context: Context) => Promise<void>
  /** What there is to choose from for an argument, by its name, where only the machine or the service knows that. */
  readonly offers?: (context: Context) => Promise<Readonly<Record<string, readonly Choice[]>>>
  /** Asks for everything on a terminal where nothing was given, better than one flag after the other: flags by name. */
  readonly askAll?: (context: Context) => Promise<Readonly<Record<string, Value>>>
}
