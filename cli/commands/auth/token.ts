import type { Context } from "../../connection/context.ts"
import { namedProfile } from "../../connection/profile/resolve-profile.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

/** `mas auth token`: prints only the session's JWT, unless a format is given; even if a configured key takes precedence. */
export async function run(context: Context): Promise<void> {
  const { name = null, saved } = await namedProfile(context.io, context.globals)
  const { token: savedToken } = saved
  if (savedToken === undefined) {
    const problem = name === null ? "No profile is used, so there is no session" : `The profile ${name} has no session`
    throw new CliError(problem, exitCodes.credentials, {
      code: "no_session",
      hint: "`mas auth login` and `mas login --email` start and save one.",
    })
  }
  if (context.globals.output === undefined) await context.output.text(savedToken)
  else await context.output.record({ profile: name, token: savedToken })
}
