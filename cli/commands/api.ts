import type { WithResponse } from "../../sdk/answer/api-promise.ts"
import { headerNames } from "../../sdk/contract/core/headers.ts"
import type { Context } from "../context.ts"
import { UsageError } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { refusedValue } from "../errors/refused-value.ts"
import { isOn, textOf, textsOf } from "../line/given.ts"
import { readJson } from "../request/files.ts"
import { tellOfCut } from "./list-cut.ts"

type Send = (path: string) => Promise<WithResponse<unknown>>

/** `mas api`: any request, its answer as it came; every page of a list with --all. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, output, io } = context
  const method = textOf(args, "method")
  const path = `/${(textOf(args, "path") ?? "").replace(/^\//, "")}`
  const given = textOf(flags, "input")
  const body = given === undefined ? undefined : await readJson(context, given, "--input")
  const headers = headersOf(textsOf(flags, "header") ?? [])
  const idempotencyKey = textOf(flags, "idempotency-key")
  const client = await context.client()
  const options = { headers, signal: io.signal, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) }
  const send: Send = (at) => client.request(`${method} ${at}` as "GET /", { body }, options).withResponse()
  if (isOn(flags, "all")) {
    if (method !== "GET") throw new UsageError("--all is for GET")
    await output.rows(everyRow(send, path))
    return exitCodes.ok
  }
  const { data, response } = await send(path)
  if (Array.isArray(data)) {
    await output.rows(data)
    const total = response.header(headerNames.totalCount)
    if (response.header(headerNames.nextPage)) tellOfCut(context, data.length, total === null ? null : Number(total))
  } else await output.record(data)
  return exitCodes.ok
}

/** The rows of every page, as they come. */
async function* everyRow(send: Send, path: string): AsyncGenerator<unknown, void, undefined> {
  const address = new URL(path, "http://service.test")
  for (;;) {
    const { data, response } = await send(address.pathname + address.search)
    if (!Array.isArray(data)) throw new UsageError("--all is for lists, and this is none")
    yield* data
    const next = response.header(headerNames.nextPage)
    if (next === null || next === address.searchParams.get("page")) return
    address.searchParams.set("page", next)
  }
}

function headersOf(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((header) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*)$/.exec(header) ?? []
      if (name === undefined || value === undefined) {
        throw refusedValue("--header", `must be such as "X-Brand-SID: main", not ${JSON.stringify(header)}`)
      }
      return [name, value]
    }),
  )
}
