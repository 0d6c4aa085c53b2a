import type { MockServer, MockServerOptions } from "../../../mock-server/index.ts"
import { defined } from "../../../sdk/client/transport/fields.ts"
import type { Context } from "../../connection/context.ts"
import { instanceAt, recordRunning } from "../../connection/profile/running-mocks.ts"
import { stopNotice } from "../../connection/request/ceiling.ts"
import { isOn, numberOf, textOf, textsOf } from "../../line/flag-values.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { aborted } from "../../terminal/io.ts"
import { detach } from "./detach.ts"
import { readFixtures, refuse } from "./fixtures.ts"
import { requestLog } from "./request-log.ts"
import { showAddresses } from "./show-addresses.ts"
import { hostOf, isLoopbackHost, webhookOptions } from "./webhook-options.ts"

/** `mas mock`: serves until the first Ctrl-C or SIGTERM, then finishes requests and webhooks in progress. */
export async function run(context: Context): Promise<void> {
  const { io, flags, globals } = context
  if (isOn(flags, "detach") && !globals["dry-run"]) return detach(context)
  const from = textOf(flags, "fixtures")
  const fixtures = from === undefined ? {} : { fixtures: await readFixtures(context, from, "--fixtures") }
  const notice = () => stopNotice(io)
  const options = { ...optionsOf(context), ...fixtures, notice }
  if (globals["dry-run"])
    return context.note(`Nothing was started: this is a dry run. It would be on ${options.host}, port ${options.port}.`)
  const server = await listen(options)
  const host = hostOf(flags)
  if (!isLoopbackHost(host)) {
    context.note(
      `Warning: listening on ${host}, so others on this network can reach the mock server; its API key is public.`,
    )
  }
  const forget = await recordRunning(io, server.url)
  await showAddresses(context, server.url, server.apiKey)
  const startNotice = await notice()
  if (startNotice) context.note(startNotice)
  await aborted(io.signal)
  forget()
  context.note("Stopping: requests and webhooks in progress are finished first. Press Ctrl-C again to stop at once.")
  await server.close().catch(async (error) => {
    throw await stateRefusal(error, "Changes since the last write are lost.")
  })
}

function optionsOf(context: Context): MockServerOptions {
  const { flags, note } = context
  const rate = numberOf(flags, "rate")
  const rateLimit = Number.parseInt(textOf(flags, "rate-limit") ?? "", 10)
  const state = textOf(flags, "state")
  return {
    port: numberOf(flags, "port") ?? 4010,
    host: hostOf(flags),
    clock: isOn(flags, "frozen") ? "frozen" : rate === undefined ? "real" : "scaled",
    ...webhookOptions(flags),
    onWarning: (message) => note(message),
    onTaskError: ({ world, timer, error }) =>
      note(`Work failed and is parked (world ${world}, timer ${timer.id}, ${timer.kind} ${timer.subject}): ${error}`),
    ...defined({
      rate,
      now: textOf(flags, "now"),
      allowedHosts: textsOf(flags, "allow-host"),
      allowWebhooksTo: textsOf(flags, "allow-webhooks-to"),
      maxWorlds: numberOf(flags, "max-worlds"),
      seed: numberOf(flags, "seed"),
      messageLatency: numberOf(flags, "message-latency"),
      onRequest: requestLog(context),
    }),
    ...(rateLimit > 0 ? { rateLimit } : {}),
    ...(state === undefined ? {} : { state, onStateError: ({ message }) => note(message) }),
  }
}

async function listen(options: MockServerOptions): Promise<MockServer> {
  const { startMockServer } = await import("mas-sdk/mock-server")
  try {
    return await startMockServer(options)
  } catch (error) {
    const hint = "It was not changed. Pass another file to --state, or omit --state."
    return refuse(await stateRefusal(await listenRefusal(error, options), hint))
  }
}

/** Converts a state file error for the user; returns any other error unchanged. */
async function stateRefusal(error: unknown, hint: string): Promise<unknown> {
  const { StateFileError } = await import("mas-sdk/mock-server")
  if (!(error instanceof StateFileError)) return error
  return new CliError(error.message, exitCodes.failure, { cause: error, code: "state_file", hint })
}

/** Converts an error of listening for the user; returns any other error unchanged. */
export async function listenRefusal(error: unknown, { port, host = "127.0.0.1" }: MockServerOptions): Promise<unknown> {
  const code = error instanceof Error && "code" in error ? error.code : undefined
  const refusal = (message: string, hint: string, code?: string) =>
    new CliError(message, exitCodes.failure, { cause: error, code, hint })
  switch (code) {
    case "EADDRINUSE": {
      const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`
      const isMock = (await instanceAt(url)) !== ""
      const advice = isMock ? "A mock server runs there already: use it, or end it with `mas mock stop`. " : ""
      const hint = `${advice}Choose another with --port, or --port 0 for a free one.`
      return refusal(`Port ${port} on ${host} is in use`, hint, "port_in_use")
    }
    case "EACCES":
      return refusal(`Listening on port ${port} is not permitted`, "Choose one above 1023 with --port.")
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return refusal(`${host} is not an address of this machine`, "Omit --host, or use 127.0.0.1.")
    default:
      return error
  }
}
