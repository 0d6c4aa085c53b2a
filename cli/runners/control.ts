import { ConnectionError } from "../../sdk/client/errors.ts"
import type { Context } from "../connection/context.ts"
import { type Address, addressError, isLoopback, originOf } from "../connection/profile/address.ts"
import { defaultMockAddress, noCredential } from "../connection/profile/built-in-profiles.ts"
import { ConfigError } from "../connection/profile/config-file.ts"
import { selectedMock } from "../connection/profile/running-mocks.ts"
import type { ControlCall } from "../line/command/spec.ts"
import { numberOf } from "../line/flag-values.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { countText } from "../terminal/output/numbers.ts"
import { causeOf } from "../terminal/report/connection-cause.ts"

/** A snapshot grows with the world: allow the longest possible text. */
const maxResponseBytes = 512 * 1024 * 1024

/** The parts of a control call other than its path. */
export interface Parts {
  readonly query?: object | undefined
  readonly body?: object
  /** The mock server's address, if known. */
  readonly baseUrl?: string | undefined
  /** The fields shown in a table of the response. */
  readonly columns?: readonly string[] | undefined
}

/** Makes a control call to the mock server. The response is not validated. */
export async function control<T>(context: Context, call: ControlCall, parts: Parts = {}): Promise<T> {
  const { query, body } = parts
  const address = parts.baseUrl === undefined ? await mockPlace(context) : { url: parts.baseUrl, from: undefined }
  const baseUrl = address.url
  const mistake = addressError(address)
  if (mistake) throw mistake
  // Control calls need no credential: do not send one of the real service.
  const timeout = context.globals.timeout ?? 0
  const client = await context.client({ baseUrl, token: noCredential, maxRetries: 0, timeout, maxResponseBytes })
  const [method = "GET", path = "/"] = call.split(" ")
  // The secret of a mock that is mounted in an app.
  const controlToken = context.io.env.MAS_MOCK_TOKEN
  const headers = controlToken ? { "X-MAS-Mock-Token": controlToken } : {}
  try {
    return await client.request<T>(
      `${method} /_mock${path}` as "GET /",
      { query, body },
      { signal: context.io.signal, headers },
    )
  } catch (error) {
    if (!(error instanceof ConnectionError && error.neverSent) || context.globals["dry-run"]) throw error
    const cause = error.code === "ECONNREFUSED" ? undefined : causeOf(error, baseUrl)
    throw new CliError(
      `No mock server responds at ${baseUrl}${cause?.reason ? `: ${cause.reason}` : ""}`,
      exitCodes.network,
      {
        cause: error,
        code: "connection_failed",
        hint: `${cause?.advice ?? "Start one with `mas mock`; or pass its address as --base-url."} ${originOf(address)}`.trim(),
      },
    )
  }
}

/** The same, and prints the response: rows, a record, or nothing. */
export async function printControl(context: Context, call: ControlCall, parts: Parts = {}): Promise<void> {
  const response = await control<unknown>(context, call, parts)
  const { columns } = parts
  if (Array.isArray(response)) await context.output.rows(response, { columns })
  else if (response !== undefined) await context.output.record(response, { columns })
}

/** Prints the rows of a list, at most --limit; notes on stderr if that left some out. */
export async function printLimited(
  context: Context,
  call: ControlCall,
  { query, columns }: Pick<Parts, "query" | "columns">,
  end: "newest" | "earliest" = "newest",
): Promise<void> {
  const limit = numberOf(context.flags, "limit")
  // One more than wanted tells whether there are more.
  const more = limit === undefined ? {} : { limit: limit + 1 }
  const rows = await control<object[]>(context, call, { query: { ...query, ...more } })
  const visibleRows = end === "newest" ? rows.slice(-(limit ?? rows.length)) : rows.slice(0, limit)
  await context.output.rows(visibleRows, { columns })
  if (visibleRows.length === rows.length) return
  context.note(
    `Only the ${end} ${countText(visibleRows.length)} are shown, by --limit. All: ${context.nextCommand({ flags: { limit: undefined } })}`,
  )
}

/** Flag values by field name. */
export const asFields = (flags: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name.replaceAll("-", "_"), value]))

/**
 * The mock server's address. Precedence: --base-url, MAS_BASE_URL, the profile's if it is on this machine or the profile
 * was given by --profile, a running mock server, the default.
 */
export const mockAddress = async (context: Context): Promise<string> => (await mockPlace(context)).url

/** The same with its source; `from` is undefined for a running or default server. */
export async function mockPlace(context: Context): Promise<Address> {
  const { globals } = context
  if (globals["base-url"] !== undefined) return { url: globals["base-url"], from: "--base-url" }
  const { baseUrl, baseUrlFrom: from } = await context.profile().catch((error: unknown) => {
    // A mock server needs no profile.
    if (error instanceof ConfigError && globals.profile === undefined) return { baseUrl: undefined, baseUrlFrom: "" }
    throw error
  })
  // A saved profile of the service is not meant; what this command was given is.
  const isGiven = globals.profile !== undefined || from === "MAS_BASE_URL"
  const isMeant = baseUrl !== undefined && (isGiven || isLoopback(baseUrl))
  // Keep an invalid address, so that it is reported.
  if (isMeant || (baseUrl !== undefined && addressError({ url: baseUrl, from }))) return { url: baseUrl, from }
  return { url: (await selectedMock(context.io))?.url ?? defaultMockAddress, from: undefined }
}
