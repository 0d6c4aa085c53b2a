import { PermissionDeniedError } from "../../sdk/client/errors.ts"
import type { Context } from "../connection/context.ts"
import { requireCredential } from "../connection/request/connect.ts"

/** `mas whoami`: asks the service, so that the output matches what the next command gets. */
export async function run(context: Context): Promise<void> {
  const { signal } = context.io
  const client = await context.client()
  const profile = await context.profile()
  if (!context.globals["dry-run"]) requireCredential(profile, context.command)
  const account = await client.account.get({ signal })
  const user = await client.user.get({ signal }).then(
    ({ id, email, first_name, last_name }) => ({ id, email, name: `${first_name} ${last_name}`.trim() }),
    (error: unknown) => {
      // Some keys belong to no user.
      if (error instanceof PermissionDeniedError) return null
      throw error
    },
  )
  await context.output.record({
    profile: profile.name ?? null,
    base_url: profile.baseUrl ?? null,
    credential: profile.token === undefined ? "api_key" : "session",
    credential_from: profile.credentialFrom ?? null,
    brand: profile.brand ?? null,
    account: { id: account.id, name: account.name, plan: account.billing.plan_name },
    role: account.team.current_role,
    user,
  })
}
