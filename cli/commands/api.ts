import { InvalidArgumentError } from "../../sdk/client/errors.ts"
import { parseEndpoint } from "../../sdk/client/request/address.ts"
import type { WithResponse } from "../../sdk/client/response/api-promise.ts"
import { fromWebStream } from "../../sdk/client/transport/bytes.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { basePathOf } from "../../sdk/contract/core/trim-end.ts"
import type { Download } from "../../sdk/files/download.ts"
import type { Context } from "../connection/context.ts"
import { requireCredential } from "../connection/request/connect.ts"
import { commandAt } from "../connection/request/endpoint-at.ts"
import { headerParts } from "../line/command-text.ts"
import { isOn, requiredText, textOf, textsOf } from "../line/flag-values.ts"
import { readJson } from "../line/input/files.ts"
import { changedPath, isFilePath, servicePath } from "../line/service-path.ts"
import { noteMoreRows } from "../runners/list-range.ts"
import { checkWhole } from "../runners/whole-list.ts"
import { confirmCall } from "../terminal/ask/confirm-call.ts"
import { refusedValue, UsageError } from "../terminal/errors/cli-error.ts"

type Send = (path: string) => Promise<WithResponse<unknown>>

export async function run(context: Context): Promise<void> {
  const { args, flags, output, io } = context
  const method = requiredText(args, "method")
  const path = await pathOf(context, method)
  const inputSource = textOf(flags, "input")
  const body = inputSource === undefined ? undefined : await readJson(context, inputSource, "--input")
  const headers = headersOf(textsOf(flags, "header") ?? [])
  const idempotencyKey = textOf(flags, "idempotency-key")
  await askAsTheEndpoint(context, { method, path, body, headers })
  const requester = await context.requester()
  const options = { headers, signal: io.signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
  const send: Send = (at) => requester.call(`${method} ${at}`, { body }, options).withResponse()
  if (isOn(flags, "all")) {
    if (method !== "GET") throw new UsageError("--all is for GET")
    await output.rows(everyRow(send, path))
    return
  }
  const { data, response } = await send(path)
  if (isFile(data)) await printFile(context, data)
  else if (Array.isArray(data)) {
    await output.rows(data)
    const total = response.header(headerNames.totalCount)
    if (response.header(headerNames.nextPage)) noteMoreRows(context, data.length, total === null ? null : Number(total))
  } else await output.record(data)
}

/** The request path, encoded if needed. For an address of the service, the part after the base URL. */
async function pathOf(context: Context, method: string): Promise<string> {
  const pathText = requiredText(context.args, "path")
  const isAddress = /^https?:\/\//i.test(pathText)
  const path = isAddress ? await pathAt(context, pathText) : servicePath(pathText)
  if (isFilePath(path)) throw refusedValue("path", changedPath)
  try {
    return parseEndpoint(`${method} ${path.replaceAll(/[^!-~]+/g, encodeURIComponent)}`).path
  } catch (error) {
    if (!(error instanceof InvalidArgumentError || error instanceof URIError)) throw error
    throw refusedValue(
      "path",
      "must be such as /v1/my/contacts?limit=5: no // at its start, no . or .. in it, no # and no \\",
    )
  }
}

/** The path of an address of this service. Any other address must not get the credential. */
async function pathAt(context: Context, address: string): Promise<string> {
  const { baseUrl = "" } = await context.profile()
  const base = parseUrl(baseUrl)
  const start = `${base?.origin}${basePathOf(base?.pathname ?? "")}`
  const { origin } = parseUrl(address) ?? {}
  const path = address.replace(/^[^/]*\/\/[^/?#]*/, "")
  const url = `${origin}${path}`
  if (base && (url === start || url.startsWith(`${start}/`))) return url.slice(start.length) || "/"
  throw refusedValue("path", `is not an address of ${baseUrl || "the service"}; --base-url names another`)
}

interface AnyRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** Asks the same questions as the command of the matching endpoint, before anything is sent. */
async function askAsTheEndpoint(context: Context, { method, path, body, headers }: AnyRequest): Promise<void> {
  const endpointAtPath = commandAt(context.program.tables, method, path)
  if (!endpointAtPath) return
  const { command, params } = endpointAtPath
  const callContext: Context = { ...context, command, args: params }
  // The session cookie of the popup flow is a credential too.
  const isSigned = Object.keys(headers).some((name) => /^cookie$/i.test(name))
  if (!context.globals["dry-run"] && !isSigned) requireCredential(await context.profile(), command)
  const fields = typeof body === "object" && body !== null ? { ...body } : undefined
  if (command.confirm) await confirmCall(callContext, { params, query: {}, body: fields })
}

/** A response that is not JSON is a file. */
const isFile = (data: unknown): data is Download =>
  typeof data === "object" && data !== null && "stream" in data && typeof data.stream === "function"

/** Prints a file's bytes: it has no fields for the formats to show. */
async function printFile({ io, output, globals }: Context, file: Download): Promise<void> {
  const { contentType } = file
  const isText = /^text\/|[/+](yaml|xml|javascript)\b/i.test(contentType)
  const problem =
    globals.output !== undefined && globals.output !== "table"
      ? `the response is ${contentType}, which --output ${globals.output} cannot show`
      : io.stdout.isTTY && !isText
        ? `the response is ${contentType}, and a file's bytes do not go to a terminal`
        : undefined
  if (problem !== undefined) {
    await file.cancel()
    throw new UsageError(problem, "Omit --output, and redirect to a file: > name.")
  }
  if (io.stdout.isTTY) await output.text(await file.text())
  else await output.bytes(fromWebStream(file.stream()))
}

async function* everyRow(send: Send, path: string): AsyncGenerator<unknown, void, undefined> {
  const address = new URL(path, "http://service.test")
  const isFromStart = !address.searchParams.has("page")
  const limit = Number(address.searchParams.get("limit") ?? Number.NaN)
  let read = 0
  let total: number | null = null
  for (;;) {
    const { data, response } = await send(address.pathname + address.search)
    if (!Array.isArray(data)) throw new UsageError("--all is only for lists")
    yield* data
    read += data.length
    const count = response.header(headerNames.totalCount)
    if (isFromStart && count !== null) total = Number(count)
    const next = response.header(headerNames.nextPage)
    if (next === null || next === address.searchParams.get("page")) {
      const hasHeaders = count !== null || response.header(headerNames.pageNumber) !== null
      return checkWhole({ read, total, isFull: data.length >= limit && !hasHeaders })
    }
    address.searchParams.set("page", next)
  }
}

function headersOf(lines: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((header) => {
      const [name = "", value = ""] = headerParts(header) ?? []
      if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || !/^.*$/.test(value)) {
        throw refusedValue("--header", `must be such as "X-Brand-SID: main", not ${JSON.stringify(header)}`)
      }
      return [name, value]
    }),
  )
}
