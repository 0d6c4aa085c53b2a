import { requesterOf } from "../sdk/request/requester.ts"
import type { Ask } from "./ask/ask.ts"
import { confirm } from "./ask/confirm.ts"
import type { CommandSpec } from "./command.ts"
import type { Context, GlobalFlags, Program } from "./context.ts"
import type { Io } from "./io.ts"
import type { Values } from "./line/read-command.ts"
import { createOutput, screenFor } from "./output/create-output.ts"
import { createProgress } from "./output/progress.ts"
import type { Profile } from "./profile/profile.ts"
import { resolveProfile } from "./profile/resolve-profile.ts"
import { baseTransport, type Connection, clientOptions, wayOptions } from "./request/connect.ts"
import type { Redactor } from "./request/redactor.ts"
import { readData } from "./request/request-input.ts"
import type { Stdin } from "./request/stdin.ts"
import { type DryTransport, debugTransport, dryTransport } from "./request/transport.ts"

/** What a run of the command line has, beside what commands see of it. */
export interface Session {
  readonly context: Context
  readonly redactor: Redactor
  /** Present under `--dry-run`. */
  readonly dry: DryTransport | undefined
  /** The profile, where it was needed so far. */
  readonly knownProfile: () => Profile | undefined
  close(): Promise<void>
}

/** What was typed, read. */
export interface Typed {
  readonly command: CommandSpec
  readonly args: Values
  readonly flags: Values
  readonly globals: GlobalFlags
  readonly stdin: Stdin
  readonly redactor: Redactor
  readonly program: Program
}

/** Puts together what a command works with; nothing is loaded, opened or read before it is asked for. */
export function createSession(io: Io, typed: Typed): Session {
  const { command, args, flags, globals, stdin, redactor, program } = typed
  const stderrScreen = () => screenFor(io.stderr, io, globals.color)
  const note = (text: string) => void io.stderr.write(`${redactor.text(text)}\n`)
  const dry = globals["dry-run"] ? dryTransport(redactor) : undefined
  const base = dry ?? baseTransport(io)
  const isShown = globals.debug && !dry
  const debugLine = (line: string) => {
    const { paint, safe } = stderrScreen()
    note(paint("dim", safe(line)))
  }
  const transport = isShown ? debugTransport(base, redactor, debugLine, io.now) : base
  const connection: Connection = {
    io,
    globals,
    transport,
    note: isShown || io.stdout.isTTY ? note : undefined,
  }
  let known: Profile | undefined
  let pending: Promise<Profile> | undefined
  let data: Promise<object | undefined> | undefined
  const loadProfile = async () => {
    const profile = await resolveProfile(io, globals, note)
    redactor.add(profile.apiKey)
    redactor.add(profile.token)
    known = profile
    return profile
  }
  const context: Context = {
    io,
    command,
    args,
    flags,
    globals,
    program,
    redactor,
    get isInteractive() {
      return io.stdout.isTTY === true && io.stderr.isTTY === true && io.stdin.isTTY === true
    },
    output: createOutput(io, dry ? withoutSelection(globals) : globals, command, note),
    ask: lazyAsk(async () => (await import("./ask/prompts.ts")).createAsk(io, stderrScreen())),
    note,
    profile() {
      pending ??= loadProfile()
      return pending
    },
    async client(options = {}) {
      const { Mas } = await import("../sdk/client.ts")
      // Whoever names the address names the credential too: one of the profile must not go elsewhere.
      const isElsewhere = options.baseUrl !== undefined
      const base = isElsewhere ? wayOptions(connection) : clientOptions(await context.profile(), connection)
      return new Mas({ ...base, ...options })
    },
    requester: async () => requesterOf(clientOptions(await context.profile(), connection)),
    confirm: (what, reason) => confirm(what, context, reason),
    progress: (label) => createProgress(io, label, stderrScreen()),
    data() {
      data ??= readData(command, flags, context)
      return data
    },
    stdin: (what) => stdin.stream(what),
  }
  return { context, redactor, dry, knownProfile: () => known, close: async () => transport.close?.() }
}

/** Prompts that load with the first question. */
function lazyAsk(load: () => Promise<Ask>): Ask {
  return {
    text: async (question, options) => (await load()).text(question, options),
    password: async (question) => (await load()).password(question),
    confirm: async (question, options) => (await load()).confirm(question, options),
    choice: async (question, choices) => (await load()).choice(question, choices),
    choices: async (question, choices) => (await load()).choices(question, choices),
  }
}

/** A request has no ids and no columns to choose from. */
function withoutSelection({ quiet: _, columns: __, ...globals }: GlobalFlags): GlobalFlags {
  return globals
}
