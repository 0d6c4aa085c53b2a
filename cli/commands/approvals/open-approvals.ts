import { hostname, userInfo } from "node:os"
import { agentName } from "../../../sdk/base/agent-name.ts"
import type { Approvals, Decider } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"

export type OpenApprovals = Approvals

/** The person at this machine. Whoever may use its account and its files can decide. */
export const personAt = (medium: "terminal" | "page"): Decider => ({
  who: userName(),
  from: `${medium} of ${hostname()}`,
})

function userName(): string {
  try {
    return userInfo().username
  } catch {
    return "an unnamed user"
  }
}

/** Refuses an assistant that runs commands: it must not approve its own calls. */
export function requirePerson({ io }: Context): void {
  const agent = agentName((name) => io.env[name])
  if (agent === undefined) return
  throw new UsageError(
    `approvals are for a person, and ${agent} runs this command`,
    "Nothing was sent. The user approves in a terminal of their own, or on the page of `mas approvals serve`.",
  )
}
