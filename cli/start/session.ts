import { requesterOf } from "../../sdk/client/request/requester.ts"
import { headerOf, mockTimeIn } from "../../sdk/client/transport/headers.ts"
import { baseTransport } from "../connection/base-transport.ts"
import type { Context } from "../connection/context.ts"
import { isBuiltIn } from "../connection/profile/built-in-profiles.ts"
import type { Profile } from "../connection/profile/profile.ts"
import { resolveProfile } from "../connection/profile/resolve-profile.ts"
import { type Connection, clientOptions, wayOptions, withoutVariables } from "../connection/request/connect.ts"
import { readInput } from "../connection/request/request-input.ts"
import {
  type DryTransport,
  debugTransport,
  dryTransport,
  heardTransport,
  streamUnlessJson,
  watchedTransport,
} from "../connection/request/transport.ts"
import type { GlobalFlags } from "../line/command/global-flags.ts"
import type { CommandSpec } from "../line/command/spec.ts"
import type { Stdin } from "../line/input/stdin.ts"
import { nextCommand } from "../line/next-command.ts"
import { withProgramName } from "../line/program-name.ts"
import type { CommandLine } from "../line/read-command.ts"
import { confirm } from "../terminal/ask/confirm.ts"
import { lazyAsk, loadAsk } from "../terminal/ask/load-ask.ts"
import type { Io } from "../terminal/io.ts"
import { createOutput } from "../terminal/output/create-output.ts"
import { noteText } from "../terminal/output/note.ts"
import { PagedSink } from "../terminal/output/pager.ts"
import { createProgress } from "../terminal/output/progress.ts"
import { drawnText, safeText } from "../terminal/output/safe-text.ts"
import { screenFor } from "../terminal/output/screen.ts"

/** Commands that save their result in the named profile, and create it if it is missing. */
const opensSession = new Set(["auth.login", "auth.signup"])

/** A run of the command line: the command's context, and what only the program needs. */
export interface Session {
  readonly context: Context
  /** Present under `--dry-run`. */
  readonly dry: DryTransport | undefined
  /** The profile, if it was resolved. */
  readonly knownProfile: () => Profile | undefined
  /** The outcome of the writes that were sent. */
  readonly watched: ReturnType<typeof watchedTransport>
  /** The last record that was to be printed. */
  readonly printed: unknown
  /** Flushes the output: errors come after it. */
  settle(): Promise<void>
  close(): Promise<void>
}

export interface Typed extends Pick<Context, "command" | "globals" | "redactor" | "program"> {
  readonly line: CommandLine
  readonly stdin: Stdin
}

/** Creates a command's context; loads, opens and reads everything on first use. */
export function createSession(io: Io, typed: Typed): Session {
  const { command, line, globals, stdin, redactor, program } = typed
  const { args, flags } = line
  // The mock server's time, if its clock differs.
  let serviceTime: number | undefined
  const screenOptions = { color: globals.color, utc: globals.utc, now: () => serviceTime ?? io.now() }
  const stderrScreen = () => screenFor(io.stderr, io, screenOptions)
  const paged = pagedStdout(io, { command, line }, globals)
  const styled = (text: string) => {
    const show = () => void io.stderr.write(drawnText(`${noteText(redactor.own(text), stderrScreen())}\n`))
    if (paged) paged.afterwards(show)
    else show()
  }
  // The exit of every note: any of them may have words of the service.
  const note = (text: string) => styled(safeText(text))
  const plans = command.dryRun === "plan"
  const dry = globals["dry-run"] ? dryTransport(redactor, plans ? travel(io, command) : undefined) : undefined
  const observed = heardTransport(dry ?? travel(io, command), ({ headers }) => {
    serviceTime = mockTimeIn(headerOf(headers, "x-mas-mock"))
  })
  const watched = watchedTransport(observed)
  const isShown = globals.debug && !dry
  const debugLine = (line: string) => {
    const { paint, safe } = stderrScreen()
    styled(paint("dim", safe(line)))
  }
  const transport = isShown ? debugTransport(watched, redactor, debugLine, io.now) : watched
  const connection: Connection = {
    io,
    globals,
    transport,
    needsCredential: command.endpoint?.auth !== false,
    note: isShown || io.stdout.isTTY ? note : undefined,
  }
  let hasAskedSecret = false
  let cachedProfile: Profile | undefined
  let pending: Promise<Profile> | undefined
  let input: Promise<object | undefined> | undefined
  let body: object | undefined
  const loadProfile = async () => {
    const profile = await resolveProfile(io, globals, note, opensSession.has(command.name))
    redactor.add(profile.apiKey)
    redactor.add(profile.token)
    cachedProfile = profile
    return profile
  }
  const output = createOutput({
    io: { env: io.env, stdout: paged ?? io.stdout },
    globals: dry && !plans ? withoutSelection(globals) : globals,
    command: dry && !plans ? withoutResponse(command) : command,
    screen: screenFor(io.stdout, io, screenOptions),
    note,
  })
  let printed: unknown
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
    output: {
      ...output,
      record(data, options) {
        printed = data
        return output.record(data, options)
      },
    },
    ask: lazyAsk((isSecret) => {
      hasAskedSecret ||= isSecret
      return loadAsk(io, stderrScreen())
    }),
    note: (text) => note(withProgramName(text, io.env)),
    quote: note,
    drawn: styled,
    profile() {
      pending ??= loadProfile()
      return pending
    },
    forgetMock() {
      if (cachedProfile?.baseUrl === undefined || isBuiltIn(cachedProfile.name ?? "")) pending = undefined
    },
    async client(options = {}) {
      const { Mas } = await import("../../sdk/client/client.ts")
      // Options with an address include the credential: the profile's must not go elsewhere.
      const isElsewhere = options.baseUrl !== undefined
      const base = isElsewhere ? wayOptions(connection) : clientOptions(await context.profile(), connection)
      return new Mas(withoutVariables({ ...base, ...options }))
    },
    requester: async () => requesterOf(withoutVariables(clientOptions(await context.profile(), connection))),
    confirm: (what, about) => confirm(what, context, about),
    progress: (label) => createProgress(io, label, stderrScreen()),
    input() {
      input ??= readInput(command, flags, context).then((read) => {
        body = read
        return read
      })
      return input
    },
    nextCommand(next) {
      // With an API key both the variable and the flag are refused.
      const hasKey = (cachedProfile?.apiKey ?? globals["api-key"] ?? io.env.MAS_API_KEY) !== undefined
      const env = hasKey ? { ...io.env, MAS_ACCOUNT_ID: undefined } : io.env
      return nextCommand({ ...line, command, env, redactor, input: body }, next)
    },
    keep(inputs) {
      Object.assign(flags, inputs)
      // What was typed is not the whole value any more.
      for (const name of Object.keys(inputs)) delete line.texts.flags[name]
    },
    stdin: (what) => stdin.stream(what),
  }
  const settle = async () => paged?.end()
  const close = async () => {
    await settle()
    // In the background the terminal and its input belong to another process.
    if (hasAskedSecret && !io.job?.isInBackground()) {
      const { forgottenText, pastedLines } = await import("../terminal/ask/pasted-lines.ts")
      if (await pastedLines(io)?.forget()) note(forgottenText)
    }
    await transport.close?.()
  }
  return {
    context,
    dry,
    watched,
    get printed() {
      return printed
    },
    knownProfile: () => cachedProfile,
    settle,
    close,
  }
}

/** The transport; a response to `mas api` need not be JSON. */
const travel = (io: Io, { name }: CommandSpec) =>
  name === "api" ? streamUnlessJson(baseTransport(io)) : baseTransport(io)

/** Sends a terminal's stdout through a pager if wanted. Endless output is shown as it comes. */
function pagedStdout(
  io: Io,
  { command, line }: Pick<Typed, "command" | "line">,
  { pager }: GlobalFlags,
): PagedSink | undefined {
  const { stdout, startPager } = io
  if (!startPager || !stdout.isTTY || !stdout.rows || command.streams || line.flags.follow === true || pager === false)
    return undefined
  return new PagedSink(stdout, startPager)
}

/** A request has other fields than its response. */
function withoutResponse({ endpoint: _, rows: __, ...command }: CommandSpec): CommandSpec {
  return command
}

/** A request has no ids and no columns to select. */
function withoutSelection({ quiet: _, columns: __, ...globals }: GlobalFlags): GlobalFlags {
  return globals
}
