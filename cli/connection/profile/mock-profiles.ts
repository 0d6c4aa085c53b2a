import type { MintedCredential } from "../../../mock-server/control/credentials.ts"
import { APIError } from "../../../sdk/client/errors.ts"
import { requesterOf } from "../../../sdk/client/request/requester.ts"
import type { GlobalFlags } from "../../line/command/global-flags.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import type { Io } from "../../terminal/io.ts"
import { baseTransport } from "../base-transport.ts"
import { isLoopback } from "./address.ts"
import {
  type BuiltInProfile,
  builtInProfiles,
  defaultMockAddress,
  noCredential,
  type Seeded,
} from "./built-in-profiles.ts"
import type { SavedProfile } from "./profile.ts"
import { selectedMock } from "./running-mocks.ts"

/** Milliseconds: the server is on this machine. */
const requestTimeout = 5_000

/**
 * Resolves a built-in profile: its address is the running mock server, or the default one. For a person's profile it
 * creates a session for this command.
 */
export async function mockProfile(io: Io, name: BuiltInProfile, globals: GlobalFlags): Promise<SavedProfile> {
  const { account_id, ...saved }: Seeded = builtInProfiles[name]
  const base_url = await addressOf(io, globals)
  if (account_id === undefined) return { base_url, ...saved }
  // A dry run creates no session either.
  if (globals["dry-run"]) return { base_url, token: "made-for-each-call" }
  return { base_url, token: await sessionAt(io, base_url, account_id) }
}

/** The running mock server, for a command without any target; undefined when none is running. */
export async function mockInstead(io: Io): Promise<SavedProfile | undefined> {
  const running = await selectedMock(io)
  return running && { ...builtInProfiles.mock, base_url: running.url }
}

async function addressOf(io: Io, globals: GlobalFlags): Promise<string> {
  const address = [globals["base-url"], io.env.MAS_BASE_URL].find((url = "") => isLoopback(url))
  return address ?? (await selectedMock(io))?.url ?? defaultMockAddress
}

async function sessionAt(io: Io, baseUrl: string, account_id: number): Promise<string> {
  const transport = baseTransport(io)
  const requester = requesterOf({ baseUrl, token: noCredential, transport, maxRetries: 0, timeout: requestTimeout })
  const body = { kind: "jwt", account_id }
  try {
    return (await requester.call<MintedCredential>("POST /_mock/credentials", { body })).token
  } catch (error) {
    const isOther = error instanceof APIError
    throw new CliError(
      isOther ? `${baseUrl} is not a mock server, or has no seeded accounts` : `No mock server responds at ${baseUrl}`,
      exitCodes.network,
      {
        cause: error,
        code: "connection_failed",
        hint: "Start one with `mas mock`; or pass its address as --base-url.",
      },
    )
  } finally {
    await transport.close?.()
  }
}
