import type { Campaign } from "../../../sdk/contract/campaigns.ts"
import type { Context } from "../../connection/context.ts"
import { requireCredential } from "../../connection/request/connect.ts"
import { requiredNumber } from "../../line/flag-values.ts"
import { shell } from "../../line/shell-word.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"

/** `mas campaigns cancel`: the service has no call for it. Changes nothing, and shows what is possible instead. */
export async function run(context: Context): Promise<never> {
  const { args, command, io } = context
  requireCredential(await context.profile(), command)
  const client = await context.client()
  const campaign = await client.campaigns.get(requiredNumber(args, "id"), { signal: io.signal })
  throw new CliError("The service has no call that cancels a campaign: nothing was changed", exitCodes.failure, {
    code: "not_supported",
    hint: `${wayOf(campaign)} On a mock server \`${shell`mas mock campaigns ${campaign.id} cancel`}\` cancels it.`,
  })
}

function wayOf({ id, status, scheduled_at, sent_count, editable }: Campaign): string {
  switch (status) {
    case "draft":
      return "It is a draft, and goes out only once `mas campaigns send` is run."
    case "scheduled":
      return editable
        ? `It goes out at ${scheduled_at}; until then \`${shell`mas campaigns update ${id}`}\` can change it.`
        : `It goes out at ${scheduled_at}, and can no longer be changed. A draft would wait until it is sent.`
    case "live":
    case "paused":
      return `It is ${status}, and ${countText(sent_count)} messages are out, which cannot be called back.`
    default:
      return `It is ${status}, and no longer sends.`
  }
}
