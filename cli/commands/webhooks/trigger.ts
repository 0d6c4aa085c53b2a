import { version } from "../../../sdk/base/version.ts"
import { limits } from "../../../sdk/contract/core/limits.ts"
import { jsonFromText } from "../../../sdk/contract/core/parse-text.ts"
import { sampleData } from "../../../sdk/contract/models/webhook-samples.ts"
import { webhookEventTypes } from "../../../sdk/webhooks/events.ts"
import { signWebhook } from "../../../sdk/webhooks/sign.ts"
import type { Context } from "../../connection/context.ts"
import { generatedPlaceholder } from "../../connection/request/transport.ts"
import { requiredText, textOf } from "../../line/flag-values.ts"
import { readJsonObject } from "../../line/input/files.ts"
import { CliError, refusedValue } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { causeOf } from "../../terminal/report/connection-cause.ts"
import { cutText, type Posted, post, reasonOf, shownLength } from "./post.ts"
import { isAcknowledged, isSignatureRejection } from "./receiver.ts"
import { newEventId } from "./sign.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

/** `mas webhooks trigger`: exit code 0 when the endpoint acknowledged, 1 for any other response, 8 for none. */
export async function run(context: Context): Promise<ExitCode> {
  const { io, flags, globals, output } = context
  const url = requiredText(flags, "to")
  const secret = await signingSecrets(context)
  const event = await eventOf(context)
  const id = textOf(flags, "id") ?? (globals["dry-run"] ? generatedPlaceholder : newEventId())
  const body = Buffer.from(JSON.stringify(event))
  const timestamp = Math.floor(io.now() / 1000)
  const signed = await refusedSecret(() => signWebhook({ id, timestamp, body, secret }))
  if (globals["dry-run"]) {
    await output.record({ method: "POST", url, headers: { ...headers, ...signed }, body: event })
    return exitCodes.ok
  }
  const started = io.now()
  const options = { headers: { ...headers, ...signed, "content-length": String(body.length) }, body, signal: io.signal }
  const response = await post(url, { ...options, timeout: globals.timeout ?? limits.webhookAckTimeout }).catch(
    (error: unknown) => {
      throw unreachableError(context, url, error)
    },
  )
  const acknowledged = isAcknowledged(response.status)
  await output.record({
    id,
    type: event.type,
    url,
    acknowledged,
    status: response.status,
    duration_ms: io.now() - started,
    response: responseText(response),
  })
  if (response.isCut) context.note(cutText(url))
  else if (response.body.length > shownLength) context.note("Of the response, the first 64 KiB are shown.")
  if (acknowledged) return exitCodes.ok
  context.note("Not acknowledged: only a 2xx response is. The service would retry.")
  if (isSignatureRejection(response.status)) context.note("Does it use this secret?")
  return exitCodes.failure
}

const headers = { "content-type": "application/json", "user-agent": `MAS-Webhooks/1.0 (mas-sdk/${version})` }

interface Envelope {
  type: unknown
  timestamp: unknown
  data: Record<string, unknown>
}

async function eventOf(context: Context): Promise<Envelope> {
  const { args, flags, io } = context
  const timestamp = new Date(io.now()).toISOString()
  const typeText = requiredText(args, "type")
  const type = webhookEventTypes.find((eventType) => eventType === typeText)
  const input = textOf(flags, "input")
  const event: Envelope = { type: typeText, timestamp, data: type ? sampleData(type, timestamp) : {} }
  if (input !== undefined) Object.assign(event, await readJsonObject(context, input, "--input"))
  if (typeof flags.data === "object" && flags.data !== null) event.data = { ...flags.data }
  setFields(event, flags.set)
  return event
}

/** Sets fields of the data: `data.to` is the same as `to`, but `timestamp` is the event's. */
function setFields(event: Envelope, set: unknown): void {
  if (typeof set !== "object" || set === null) return
  const { timestamp, ...fields }: Record<string, unknown> = { ...set }
  if (timestamp !== undefined) event.timestamp = timestamp
  event.data = { ...event.data }
  for (const [name, value] of Object.entries(fields)) {
    const path = name.replace(/^data\./, "")
    setPath(event.data, path.split("."), value, path)
  }
}

function responseText({ body }: Posted): string | null {
  const text = new TextDecoder().decode(body.subarray(0, shownLength))
  return text === "" ? null : text
}

function unreachableError({ io }: Context, url: string, error: unknown): CliError {
  if (io.signal.aborted) return new CliError("Interrupted", exitCodes.interrupted)
  const cause = error instanceof Error && "code" in error ? causeOf(error, url) : undefined
  const isRefused = cause?.reason === "connection refused"
  return new CliError(`${url} did not respond: ${reasonOf(error, url)}`, exitCodes.network, {
    code: "connection_failed",
    cause: error,
    hint:
      isRefused || cause === undefined
        ? "Is the program that receives webhooks running?"
        : `${cause.advice} Check the address in --to.`,
  })
}

type Fields = Record<string, unknown>

/** Sets a value at a path. A text field stays text; another one is parsed as JSON if possible. */
function setPath(target: Fields, [key = "", ...rest]: string[], value: unknown, path: string): void {
  if (key === "" || key === "__proto__") throw refusedValue("--set", `${path}= names no field`)
  const before = Object.hasOwn(target, key) ? target[key] : undefined
  if (rest.length === 0) {
    target[key] = typeof before === "string" || typeof value !== "string" ? value : jsonFromText(value)
    return
  }
  const inner: Fields = isFields(before) ? { ...before } : {}
  setPath(inner, rest, value, path)
  target[key] = Array.isArray(before) ? Object.assign([...before], inner) : inner
}

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null
