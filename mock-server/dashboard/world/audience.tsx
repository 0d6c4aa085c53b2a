import type { AudienceKind, AudienceView } from "../../control/audiences.ts"
import type { WhyStep } from "../../control/messages.ts"
import { updates } from "../app/live.ts"
import { Await, useRead } from "../app/read.tsx"
import { counted, countText } from "../app/words.ts"

interface AudienceProps {
  readonly kind: AudienceKind
  readonly id: number
}

/** Whom a campaign to a list or segment reaches, or whom a campaign still reaches. */
export function Audience({ kind, id }: AudienceProps) {
  const audience = useRead<AudienceView>(`audiences/${kind}/${id}`, updates.value)
  return (
    <Await response={audience}>
      {({ contacts, unsubscribed, suppressed, reached, summary }) => (
        <p>
          Reaches <b>{counted(reached, "recipient")}</b> of {counted(contacts, "contact")}
          {unsubscribed > 0 && `, ${countText(unsubscribed)} not subscribed`}
          {suppressed > 0 && `, ${countText(suppressed)} suppressed`}. {summary ?? "The plan covers them in one day."}
          {kind === "campaign" && <CampaignStatus id={id} />}
        </p>
      )}
    </Await>
  )
}

function CampaignStatus({ id }: { readonly id: number }) {
  const why = useRead<WhyStep>(`campaigns/${id}/why`, updates.value)
  return <Await response={why}>{({ what }) => <> {what}</>}</Await>
}
