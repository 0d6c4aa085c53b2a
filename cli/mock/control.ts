import { ConnectionError } from "../../sdk/errors.ts"
import type { Context } from "../context.ts"
import { CliError } from "../errors/cli-error.ts"
import { exitCodes } from "../errors/exit-codes.ts"
import { usualMockAddress } from "../profile/built-in.ts"
import { ConfigError } from "../profile/config-file.ts"
import { isLoopback } from "../profile/loopback.ts"
import { noCredential } from "../profile/no-credential.ts"
import { lastMock } from "./running.ts"

/** A snapshot is as large as what is in the world: as large as a text can be. */
const maxResponseBytes = 512 * 1024 * 1024

/** The parts of a control call beside its path. */
interface Parts {
  readonly query?: object
  readonly body?: object
  /** Where the mock server is, where that is known otherwise. */
  readonly baseUrl?: string
}

/** A call of the control interface, without the `/_mock` before its path. */
export type ControlCall = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`

/** Makes a control call to the mock server. Its answer is as its documentation says, and is not checked. */
export async function control<T>(context: Context, call: ControlCall, parts: Parts = {}): Promise<T> {
  const { query, body, baseUrl = await mockAddress(context) } = parts
  // Control calls need no credential: one of the real service must not go there.
  const timeout = context.globals.timeout ?? 0
  const client = await context.client({ baseUrl, token: noCredential, maxRetries: 0, timeout, maxResponseBytes })
  const [method = "GET", path = "/"] = call.split(" ")
  try {
    return await client.request<T>(`${method} /_mock${path}` as "GET /", { query, body }, { signal: context.io.signal })
  } catch (error) {
    if (!(error instanceof ConnectionError && error.neverSent) || context.globals["dry-run"]) throw error
    throw new CliError(`No mock server answers at ${baseUrl}`, exitCodes.network, {
      cause: error,
      code: "connection_failed",
      hint: "Start one with `mas mock start`; or name its address with --base-url.",
    })
  }
}

/** The address of the mock server: as named, or the profile's where that is on this machine, or where one runs. */
export async function mockAddress(context: Context): Promise<string> {
  const { globals } = context
  if (globals["base-url"] !== undefined) return globals["base-url"]
  const { baseUrl } = await context.profile().catch((error: unknown) => {
    // A mock server is found without a profile, too.
    if (error instanceof ConfigError && globals.profile === undefined) return { baseUrl: undefined }
    throw error
  })
  if (baseUrl !== undefined && (globals.profile !== undefined || isLoopback(baseUrl))) return baseUrl
  return (await lastMock(context.io))?.url ?? usualMockAddress
}
