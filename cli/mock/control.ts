import { ConnectionError } from "../../sdk/errors.ts"
import type { Context } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { type Address, addressError, isLoopback, originOf } from "../profile/address.ts"
import { noCredential, usualMockAddress } from "../profile/built-in-profiles.ts"
import { ConfigError } from "../profile/config-file.ts"
import { meantMock } from "../profile/running-mocks.ts"
import { causeOf } from "../report/connection-cause.ts"

/** A snapshot grows with the world: allow the longest text that is possible. */
const maxResponseBytes = 512 * 1024 * 1024

/** The parts of a control call beside its path. */
export interface Parts {
  readonly query?: object | undefined
  readonly body?: object
  /** Where the mock server is, where that is known otherwise. */
  readonly baseUrl?: string | undefined
  /** Fields that a table of the answer shows. */
  readonly columns?: readonly string[] | undefined
}

/** A call of the control interface, without the `/_mock` before its path. */
export type ControlCall = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`

/** Makes a control call to the mock server. Its answer is as its documentation says, and is not checked. */
export async function control<T>(context: Context, call: ControlCall, parts: Parts = {}): Promise<T> {
  const { query, body } = parts
  const address = parts.baseUrl === undefined ? await mockPlace(context) : { url: parts.baseUrl, from: undefined }
  const baseUrl = address.url
  const mistake = addressError(address)
  if (mistake) throw mistake
  // Control calls need no credential: one of the real service must not go there.
  const timeout = context.globals.timeout ?? 0
  const client = await context.client({ baseUrl, token: noCredential, maxRetries: 0, timeout, maxResponseBytes })
  const [method = "GET", path = "/"] = call.split(" ")
  try {
    return await client.request<T>(`${method} /_mock${path}` as "GET /", { query, body }, { signal: context.io.signal })
  } catch (error) {
    if (!(error instanceof ConnectionError && error.neverSent) || context.globals["dry-run"]) throw error
    const cause = error.code === "ECONNREFUSED" ? undefined : causeOf(error, baseUrl)
    throw new CliError(
      `No mock server answers at ${baseUrl}${cause?.reason ? `: ${cause.reason}` : ""}`,
      exitCodes.network,
      {
        cause: error,
        code: "connection_failed",
        hint: `${cause?.advice ?? "Start one with `mas mock start`; or name its address with --base-url."} ${originOf(address)}`.trim(),
      },
    )
  }
}

/** The same, with its answer printed: rows, a record, or nothing. */
export async function printControl(context: Context, call: ControlCall, parts: Parts = {}): Promise<void> {
  const answer = await control<unknown>(context, call, parts)
  const { columns } = parts
  if (Array.isArray(answer)) await context.output.rows(answer, { columns })
  else if (answer !== undefined) await context.output.record(answer, { columns })
}

/** Values of flags by the names of their fields. */
export const asFields = (flags: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(flags).map(([name, value]) => [name.replaceAll("-", "_"), value]))

/** The address of the mock server: as named, or the profile's where that is on this machine, or where one runs. */
export const mockAddress = async (context: Context): Promise<string> => (await mockPlace(context)).url

/** The same, and what named it; `from` is undefined where nothing did. */
export async function mockPlace(context: Context): Promise<Address> {
  const { globals } = context
  if (globals["base-url"] !== undefined) return { url: globals["base-url"], from: "--base-url" }
  const { baseUrl, baseUrlFrom: from } = await context.profile().catch((error: unknown) => {
    // A mock server is found without a profile, too.
    if (error instanceof ConfigError && globals.profile === undefined) return { baseUrl: undefined, baseUrlFrom: "" }
    throw error
  })
  const isMeant = baseUrl !== undefined && (globals.profile !== undefined || isLoopback(baseUrl))
  // What is no address at all was meant for one.
  if (isMeant || (baseUrl !== undefined && addressError({ url: baseUrl, from }))) return { url: baseUrl, from }
  return { url: (await meantMock(context.io))?.url ?? usualMockAddress, from: undefined }
}
