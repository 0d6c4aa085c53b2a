import type { Mas } from "../../../sdk/client/client.ts"
import { identifyAccount } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { addressError, isLoopback } from "../../connection/profile/address.ts"
import { isOn, numberOf, textOf, textsOf } from "../../line/flag-values.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { safeText } from "../../terminal/output/safe-text.ts"
import { Endpoint, noteOthersAt } from "./endpoint.ts"
import { eventLine, eventRow, type Shown } from "./event-line.ts"
import { forwardAddress } from "./forward-address.ts"
import { type KeptPort, keptPort } from "./kept-port.ts"
import { type OnShown, withKeys } from "./listen-keys.ts"
import { cutText } from "./post.ts"
import { isSignatureRejection, localAddress, type Received, Receiver, type ReceiverOptions } from "./receiver.ts"
import { newestDelivery } from "./resend.ts"
import { signingTime, tolerance } from "./signing-clock.ts"
import { isSigningSecret, secretOfFlag, signingSecrets } from "./signing-secret.ts"
import { watch } from "./watch-service.ts"

/** `mas webhooks listen`: runs until Ctrl-C (130), `q` or `--count` events (0). */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags } = context
  const { baseUrl = "", baseUrlFrom } = await context.profile()
  const mistake = baseUrl === "" ? undefined : addressError({ url: baseUrl, from: baseUrlFrom })
  if (mistake) throw mistake
  const isMock = isLoopback(baseUrl)
  const ended = new AbortController()
  const signal = AbortSignal.any([io.signal, ended.signal])
  let endpoint: Endpoint | undefined
  const savedPort = await portOf(context, isMock)
  const receiver = await startReceiver(context, savedPort, {
    signingTime: (signed) => signingTime(context, { isMock, isOpen: endpoint === undefined, signed }),
    attemptsBefore: async (id) => endpoint?.attemptsOf(id),
    signal,
  })
  try {
    endpoint = await prepare(context, { receiver, savedPort, isMock })
    if (isOn(flags, "print-secret")) return await printSecret(context, receiver, endpoint, savedPort)
    context.note(`Listening on ${receiver.url}. Ctrl-C stops.`)
    const client = endpoint === undefined ? undefined : await context.client()
    if (isMock || endpoint) {
      const onAdded = (added: Endpoint) => trust(context, receiver, added, isMock)
      watch({ context, baseUrl, isMock, endpoint, onAdded }, signal).catch((error) => context.note(String(error)))
    }
    if (isOn(flags, "latest") && client) await resendLatest(context, client, receiver)
    const keys = { context, receiver, endpoint, quit: () => ended.abort() }
    const question = secretQuestion(context, endpoint, isMock)
    return await withKeys(keys, (onShown) => show(context, receiver, { onShown, question }))
  } finally {
    ended.abort()
    await receiver.close()
    await endpoint?.remove()
  }
}

/** Names the account whose endpoint is used, and reads the port kept for it; undefined without an endpoint or with --port. */
async function portOf(context: Context, isMock: boolean): Promise<KeptPort | undefined> {
  const { flags, note } = context
  if (textOf(flags, "public-url") === undefined && !(isMock && flags.secret === undefined)) return undefined
  const account = await identifyAccount(context)
  note(account.label)
  return numberOf(flags, "port") === undefined ? keptPort(context, account) : undefined
}

function forwardTarget({ flags }: Context): string | undefined {
  const address = textOf(flags, "forward-to")
  return address === undefined ? undefined : forwardAddress(address)
}

async function startReceiver(
  context: Context,
  savedPort: KeptPort | undefined,
  asking: Pick<ReceiverOptions, "signingTime" | "attemptsBefore" | "signal">,
): Promise<Receiver> {
  const { io, flags } = context
  const remembered = savedPort?.port
  const options = {
    ...asking,
    forwardTo: forwardTarget(context),
    types: textsOf(flags, "events"),
    skipVerify: isOn(flags, "skip-verify"),
    publicUrl: textOf(flags, "public-url"),
    now: io.now,
  }
  if (remembered === undefined) return Receiver.start({ ...options, port: numberOf(flags, "port") ?? 0 })
  return Receiver.start({ ...options, port: remembered }).catch(() => {
    if (!isOn(flags, "print-secret"))
      context.note(
        `Port ${remembered}, chosen by --print-secret, is in use: listening on another port, with another endpoint.`,
      )
    return Receiver.start({ ...options, port: 0 })
  })
}

/** Opens the endpoint for this receiver and sets its secrets; undefined when the endpoint is managed elsewhere. */
async function prepare(
  context: Context,
  { receiver, savedPort, isMock }: { receiver: Receiver; savedPort: KeptPort | undefined; isMock: boolean },
): Promise<Endpoint | undefined> {
  const secret = await secretOfFlag(context)
  // Another command may be listening at the endpoint whose secret was printed before.
  const isAgain = isOn(context.flags, "print-secret") && savedPort?.port !== undefined
  const local = isAgain ? localAddress(savedPort.port) : receiver.url
  const address = textOf(context.flags, "public-url") ?? (isMock && secret === undefined ? local : undefined)
  if (address === undefined) {
    if (isOn(context.flags, "skip-verify")) return undefined
    if (secret === undefined) explain(context, receiver.url)
    receiver.secrets = await signingSecrets(context)
    return undefined
  }
  const client = await context.client()
  const endpoint = await Endpoint.open(client, address, context)
  const forwardTo = forwardTarget(context)
  if (forwardTo !== undefined) await noteOthersAt(client, forwardTo, context)
  if (secret === undefined) {
    if (isOn(context.flags, "print-secret")) receiver.secrets = [endpoint.secret]
    else trust(context, receiver, endpoint, isMock)
  } else receiver.secrets = await signingSecrets(context)
  context.note(`Endpoint ${endpoint.id} of ${(await context.profile()).baseUrl} sends to ${address}`)
  return endpoint
}

/** A service's secret stays out of logs; a mock server's protects nothing. */
const showsSecret = ({ stderr }: Io, isMock: boolean): boolean => isMock || stderr.isTTY === true

/** The question when the program behind `--forward-to` rejects a signature. */
function secretQuestion({ io, flags }: Context, endpoint: Endpoint | undefined, isMock: boolean): string {
  const isAbove = endpoint !== undefined && flags.secret === undefined && showsSecret(io, isMock)
  return isAbove ? "Does it use the secret above?" : "Does it use the secret of the endpoint that sends?"
}

/** Uses the endpoint's secret and prints it before any event: the user's receiver needs it. */
function trust({ io, note }: Context, receiver: Receiver, { secret }: Endpoint, isMock: boolean): void {
  if (receiver.secrets[0] === secret) return
  receiver.secrets = [secret]
  if (!showsSecret(io, isMock)) return
  // The line is pasted into a shell.
  if (!isSigningSecret(secret)) {
    note("The endpoint's secret is not shown: it is not whsec_ and base64.")
    return
  }
  const line =
    io.platform === "win32" ? `$env:MAS_WEBHOOK_SECRET = '${secret}'` : `export MAS_WEBHOOK_SECRET='${secret}'`
  io.stderr.write(safeText(`Signing secret: ${secret}\n${line}\n`))
}

/** Prints only the secret; keeps the endpoint for the next command that listens at this address. */
async function printSecret(
  context: Context,
  receiver: Receiver,
  endpoint: Endpoint | undefined,
  savedPort: KeptPort | undefined,
): Promise<ExitCode> {
  const { output } = context
  if (endpoint) {
    endpoint.keep()
    context.note(`Endpoint ${endpoint.id} stays for the next \`mas webhooks listen\`, until it is deleted.`)
  }
  if (savedPort?.port === undefined) await savedPort?.keep(receiver.url)
  const [secret = ""] = receiver.secrets
  if (!isSigningSecret(secret)) throw new CliError("The endpoint's secret is not whsec_ and base64", exitCodes.failure)
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
  const eventOptions: Shown = { headers: isOn(flags, "headers"), body: isOn(flags, "body") }
  const events = receivedEvents(context, receiver.events(count), showing)
  if (output.showsCharts) {
    for await (const received of events) {
      await output.record(eventRow(received, eventOptions), {
        draw: (screen) => eventLine(received, screen, eventOptions),
      })
    }
  } else await output.rows(rowsOf(events, eventOptions), { isStream: true })
  return io.signal.aborted ? exitCodes.interrupted : exitCodes.ok
}

const clocksDiffer =
  "Its clock and the mock server's differ: `mas mock clock --sign-with real` signs with the machine's time."

/** True when a receiver that uses the machine's clock rejects the timestamp. */
const isOutOfTolerance = ({ at, headers }: Received): boolean =>
  Math.abs(at - Number(headers["webhook-timestamp"]) * 1_000) > tolerance * 1_000

/** Yields the events. Keys act on the last one shown, and a note after the first rejection says how to fix it. */
async function* receivedEvents(
  { note }: Context,
  events: AsyncIterable<Received>,
  { onShown, question }: Showing,
): AsyncGenerator<Received, void, undefined> {
  let isNoted = false
  let isCutNoted = false
  for await (const received of events) {
    onShown(received)
    yield received
    const { url = "", status, error, isCut = false, advice } = received.forwarded ?? {}
    if (isCut && !isCutNoted) note(cutText(url))
    isCutNoted ||= isCut
    if (isNoted || !(advice || isSignatureRejection(status))) continue
    isNoted = true
    if (advice) note(`${url}: ${error}. ${advice} --skip-verify accepts any certificate and any signature.`)
    else note(`${url} responded with ${status}. ${isOutOfTolerance(received) ? clocksDiffer : question}`)
  }
}

async function* rowsOf(events: AsyncIterable<Received>, eventOptions: Shown): AsyncGenerator<object, void, undefined> {
  for await (const received of events) yield eventRow(received, eventOptions)
}

/** Resends the last event, of any endpoint. */
async function resendLatest(context: Context, client: Mas, receiver: Receiver): Promise<void> {
  const newest = await newestDelivery(client, context.io.signal)
  if (newest === undefined) return context.note("There has been no event yet.")
  await receiver.resend({ id: newest.event_id, body: Buffer.from(JSON.stringify(newest.payload)) })
}

/** Explains how a remote service can send to this machine. */
function explain(context: Context, url: string): void {
  context.note(
    [
      "The service cannot reach this machine directly. Two ways:",
      `  1. Forward a public HTTPS address to ${url}, for example with a tunnel, and pass it: --public-url https://…`,
      "  2. Add that address with `mas webhooks create`, and pass the endpoint's secret: --secret -",
    ].join("\n"),
  )
}
