import type { Mas } from "../../../sdk/client/client.ts"
import { canonicalJson } from "../../../sdk/contract/core/canonical-json.ts"
import type { Context } from "../../connection/context.ts"
import type { RequestParts } from "../../connection/request/request-input.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { isConfirmed } from "../../line/schema/safety.ts"
import { type ConfirmationDetails, confirmationDetails } from "../../terminal/ask/confirmation-details.ts"
import { plannedSendings } from "./planned-sendings.ts"

interface DescribedCall {
  readonly command: CommandSpec
  readonly parts: RequestParts
  readonly client: Mas
  readonly signal: AbortSignal
  /** How often this session has changed what campaigns and flows send by. */
  readonly changes?: number
}

/**
 * The current state of a call's target at the service, or the sendings that it changes; undefined if the call reaches nobody and
 * changes none of them, or its input says everything.
 * @throws APIError when it does not exist.
 */
export async function callDetails(
  { output }: Pick<Context, "output">,
  { command, parts, client, signal, changes = 0 }: DescribedCall,
): Promise<ConfirmationDetails | undefined> {
  const { name, summary, endpoint } = command
  // Times as they are: how far away they are changes while the user decides.
  const screen = {
    ...output.screen,
    utc: true,
    // By the service's clock once it has sent its time.
    get now() {
      return output.screen.now
    },
  }
  if (isConfirmed(command)) return confirmationDetails(name, { client, parts, screen, signal, changes })
  if (endpoint?.feeds === undefined) return undefined
  const input = { ...parts.params, ...parts.body }
  const sendings = await plannedSendings({ feed: endpoint.feeds, input }, client, signal)
  return sendings.length > 0 ? { title: summary, facts: { "Changes what is sent by": sendings.join("; ") } } : undefined
}

/** What a person agrees to: all that is shown, and what would be sent to whom. */
export const stateOf = async (details: ConfirmationDetails | undefined): Promise<string> =>
  canonicalJson([details?.title ?? "", details?.facts ?? {}, (await details?.state?.()) ?? ""])
