import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Mas } from "../../sdk/client.ts"
import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import type { Io } from "../io.ts"
import { isOn, numberOf, textOf, textsOf } from "../line/flag-values.ts"
import { addressError, isLoopback } from "../profile/address.ts"
import { stateFolder } from "../profile/config-path.ts"
import { Endpoint } from "./endpoint.ts"
import { eventLine, eventRow, type Shown } from "./event-line.ts"
import { forwardAddress } from "./forward-address.ts"
import { type OnShown, withKeys } from "./listen-keys.ts"
import { isAboutSecret, localAddress, type Received, Receiver, type ReceiverOptions } from "./receiver.ts"
import { newestDelivery } from "./resend.ts"
import { signingTime, tolerance } from "./signing-clock.ts"
import { secretOfFlag, signingSecrets } from "./signing-secret.ts"
import { watch } from "./watch-service.ts"

/** `mas webhooks listen`: until Ctrl-C (130), until `q` or until `--count` events have come (0). */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags } = context
  const { baseUrl = "", baseUrlFrom } = await context.profile()
  const mistake = baseUrl === "" ? undefined : addressError({ url: baseUrl, from: baseUrlFrom })
  if (mistake) throw mistake
  const isMock = isLoopback(baseUrl)
  const ended = new AbortController()
  const signal = AbortSignal.any([io.signal, ended.signal])
  let endpoint: Endpoint | undefined
  const receiver = await startReceiver(context, {
    signingTime: (signed) => signingTime(context, { isMock, isOpen: endpoint === undefined, signed }),
    attemptsBefore: async (id) => endpoint?.attemptsOf(id),
    signal,
  })
  try {
    endpoint = await prepare(context, receiver, isMock)
    if (isOn(flags, "print-secret")) return await printSecret(context, receiver, endpoint)
    context.note(`Listening on ${receiver.url}. Ctrl-C stops.`)
    const client = endpoint === undefined ? undefined : await context.client()
    if (isMock || endpoint) {
      const onAdded = (added: Endpoint) => trust(context, receiver, added, isMock)
      watch({ context, baseUrl, isMock, endpoint, onAdded }, signal).catch((error) => context.note(String(error)))
    }
    if (isOn(flags, "latest") && client) await replayLatest(context, client, receiver)
    const keys = { context, receiver, endpoint, quit: () => ended.abort() }
    const question = secretQuestion(context, endpoint, isMock)
    return await withKeys(keys, (onShown) => show(context, receiver, { onShown, question }))
  } finally {
    ended.abort()
    await receiver.close()
    await endpoint?.remove()
  }
}

async function startReceiver(
  context: Context,
  asking: Pick<ReceiverOptions, "signingTime" | "attemptsBefore" | "signal">,
): Promise<Receiver> {
  const { io, flags } = context
  const options = {
    ...asking,
    forwardTo: forwardAddress(textOf(flags, "forward-to")),
    types: textsOf(flags, "events"),
    skipVerify: isOn(flags, "skip-verify"),
    now: io.now,
  }
  const port = numberOf(flags, "port")
  const remembered = port === undefined ? rememberedPort(io) : undefined
  if (remembered === undefined) return Receiver.start({ ...options, port: port ?? 0 })
  return Receiver.start({ ...options, port: remembered }).catch(() => {
    if (!isOn(flags, "print-secret"))
      context.note(`Port ${remembered}, which --print-secret chose, is in use: this gets an endpoint of its own.`)
    return Receiver.start({ ...options, port: 0 })
  })
}

/** The endpoint that sends here, and the secret to trust; no endpoint where that is somebody else's. */
async function prepare(context: Context, receiver: Receiver, isMock: boolean): Promise<Endpoint | undefined> {
  const given = await secretOfFlag(context)
  const local = keptAddress(context) ?? receiver.url
  const address = textOf(context.flags, "public-url") ?? (isMock && given === undefined ? local : undefined)
  if (address === undefined) {
    if (isOn(context.flags, "skip-verify")) return undefined
    if (given === undefined) explain(context, receiver.url)
    receiver.secrets = await signingSecrets(context)
    return undefined
  }
  const endpoint = await Endpoint.open(await context.client(), address, context)
  if (given === undefined) {
    if (isOn(context.flags, "print-secret")) receiver.secrets = [endpoint.secret]
    else trust(context, receiver, endpoint, isMock)
  } else receiver.secrets = await signingSecrets(context)
  context.note(`Endpoint ${endpoint.id} of ${(await context.profile()).baseUrl} sends to ${address}`)
  return endpoint
}

/** Where the endpoint sends to whose secret was printed before: another command may be listening there. */
function keptAddress({ io, flags }: Context): string | undefined {
  if (!isOn(flags, "print-secret") || numberOf(flags, "port") !== undefined) return undefined
  const port = rememberedPort(io)
  return port === undefined ? undefined : localAddress(port)
}

/** Of a service a secret stays out of logs; of a mock server it protects nothing. */
const saysSecret = ({ stderr }: Io, isMock: boolean): boolean => isMock || stderr.isTTY === true

/** What to ask when the program behind `--forward-to` does not accept a signature. */
function secretQuestion({ io, flags }: Context, endpoint: Endpoint | undefined, isMock: boolean): string {
  const isAbove = endpoint !== undefined && flags.secret === undefined && saysSecret(io, isMock)
  return isAbove ? "Is it started with the secret above?" : "Is it started with the secret of the endpoint that sends?"
}

/** Takes the endpoint's secret, and says it first: a program that is to check events needs it. */
function trust({ io }: Context, receiver: Receiver, { secret }: Endpoint, isMock: boolean): void {
  if (receiver.secrets[0] === secret) return
  receiver.secrets = [secret]
  if (!saysSecret(io, isMock)) return
  const line = io.platform === "win32" ? `$env:MAS_WEBHOOK_SECRET = "${secret}"` : `export MAS_WEBHOOK_SECRET=${secret}`
  io.stderr.write(`Signing secret: ${secret}\n${line}\n`)
}

/** Prints the secret alone; the endpoint stays, for the next command that listens at the same place. */
async function printSecret(context: Context, receiver: Receiver, endpoint: Endpoint | undefined): Promise<ExitCode> {
  const { io, flags, output } = context
  endpoint?.keep()
  if (endpoint) context.note(`Endpoint ${endpoint.id} stays for the next \`mas webhooks listen\`, until it is deleted.`)
  if (numberOf(flags, "port") === undefined && keptAddress(context) === undefined) rememberPort(io, receiver.url)
  const [secret = ""] = receiver.secrets
  await output.text(secret)
  return exitCodes.ok
}

interface Showing {
  readonly onShown: OnShown
  readonly question: string
}

async function show(context: Context, receiver: Receiver, showing: Showing): Promise<ExitCode> {
  const { output, flags, io } = context
  const count = numberOf(flags, "count") ?? Number.POSITIVE_INFINITY
  const shown: Shown = { headers: isOn(flags, "headers"), body: isOn(flags, "body") }
  const events = receivedEvents(context, receiver.events(count), showing)
  if (output.showsCharts) {
    for await (const received of events) {
      await output.record(eventRow(received, shown), { draw: (screen) => eventLine(received, screen, shown) })
    }
  } else await output.rows(rowsOf(events, shown), { isStream: true })
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.ok
}

const moved = "Its clock and the mock server's differ: `mas mock clock --sign-with real` signs by the machine's."

/** Whether a signature is too old or too new for a program that goes by the machine's clock. */
const isSignedElsewhere = ({ at, headers }: Received): boolean =>
  Math.abs(at - Number(headers["webhook-timestamp"]) * 1_000) > tolerance * 1_000

/** What comes; once it is shown, the keys are about it, and the first refusal is followed by what can be done about it. */
async function* receivedEvents(
  { note }: Context,
  events: AsyncIterable<Received>,
  { onShown, question }: Showing,
): AsyncGenerator<Received, void, undefined> {
  let isNoted = false
  for await (const received of events) {
    onShown(received)
    yield received
    const { url, status, error, advice: way } = received.forwarded ?? {}
    if (isNoted || !(way || isAboutSecret(status))) continue
    isNoted = true
    if (way) note(`${url}: ${error}. ${way} With --skip-verify any certificate will do, and any signature.`)
    else note(`${url} answered ${status}. ${isSignedElsewhere(received) ? moved : question}`)
  }
}

async function* rowsOf(events: AsyncIterable<Received>, shown: Shown): AsyncGenerator<object, void, undefined> {
  for await (const received of events) yield eventRow(received, shown)
}

/** Begins with the last event that there was, whomever it was sent to. */
async function replayLatest(context: Context, client: Mas, receiver: Receiver): Promise<void> {
  const newest = await newestDelivery(client, context.io.signal)
  if (newest === undefined) return context.note("There has been no event yet.")
  await receiver.replay({ id: newest.event_id, body: Buffer.from(JSON.stringify(newest.payload)) })
}

/** How to have a service elsewhere send to this machine. */
function explain(context: Context, url: string): void {
  context.note(
    [
      "The service cannot reach this machine by itself. Two ways:",
      `  1. Lead a public HTTPS address to ${url} (a tunnel does), and name it here: --public-url https://…`,
      "  2. Add that address with `mas webhooks create`, and give the endpoint's secret here: --secret -",
    ].join("\n"),
  )
}

const fileOf = (io: Io) => join(stateFolder(io), "listen.json")

/** The port that `--print-secret` chose, so that the endpoint whose secret was printed is the one that is listened at. */
function rememberedPort(io: Io): number | undefined {
  try {
    const { port } = JSON.parse(readFileSync(fileOf(io), "utf8"))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

/** Remembers the port of an address; where it cannot, the next command has another one. */
function rememberPort(io: Io, url: string): void {
  try {
    mkdirSync(stateFolder(io), { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(io), `${JSON.stringify({ port: Number(new URL(url).port) })}\n`, { mode: 0o600 })
  } catch {
    // It is a convenience.
  }
}
