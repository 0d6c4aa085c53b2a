import type { Context } from "../../connection/context.ts"
import { defaultMockAddress } from "../../connection/profile/built-in-profiles.ts"
import { readConfig } from "../../connection/profile/config-file.ts"
import { SeveralMocksError, selectedMock } from "../../connection/profile/running-mocks.ts"
import { variableOf } from "../../connection/profile/variables.ts"
import { withBuiltIn } from "./available.ts"

const columns = ["name", "current", "base_url", "credential", "email", "brand", "account"]

export async function run(context: Context): Promise<void> {
  const { current, profiles } = await readConfig(context.io)
  const used = variableOf(context.io.env, "MAS_PROFILE") ?? current
  const base_url = await addressOfMocks(context)
  const rows = Object.entries(withBuiltIn(profiles, base_url)).map(([name, saved]) => ({
    name,
    current: name === used,
    base_url: saved.base_url ?? null,
    credential: saved.token !== undefined ? "session" : saved.api_key !== undefined ? "api_key" : null,
    email: saved.email ?? null,
    brand: saved.brand ?? null,
    account: saved.account ?? null,
  }))
  await context.output.rows(rows, { columns })
}

/** The address of the built-in profiles; undefined when several mock servers run. */
async function addressOfMocks({ io, note }: Context): Promise<string | undefined> {
  try {
    return (await selectedMock(io))?.url ?? defaultMockAddress
  } catch (error) {
    if (!(error instanceof SeveralMocksError)) throw error
    note(`${error.message}.`)
    return undefined
  }
}
