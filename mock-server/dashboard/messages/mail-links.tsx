import type { MessageDetail, MessageLink } from "../../domain/messages/message-detail.ts"
import { Do } from "../app/act.tsx"
import { call } from "../app/api.ts"
import { Badge, Copy, Foreign, Part } from "../app/parts.tsx"
import { counted, countText } from "../app/words.ts"

/** So many are shown, so that a mail of thousands can be looked at. */
const maxLinks = 100

const fates: Readonly<Record<MessageLink["fate"], string>> = {
  clicked: "clicked",
  clicked_by_bot: "clicked by a scanner",
  not_clicked: "not clicked",
  not_tracked: "clicks are not tracked",
}

/** Where the links of a mail lead, which of them were followed, and a button to follow each here. */
export function MailLinks({ message }: { readonly message: MessageDetail }) {
  const links = [...new Map(message.links.map((link) => [link.url, link])).values()]
  if (links.length === 0) return null
  return (
    <Part title={counted(links.length, "link")}>
      <ul class="rows">
        {links.slice(0, maxLinks).map(({ url, fate }) => (
          <li key={url}>
            <span class="grow">
              <Foreign>{url}</Foreign> <Badge tone={fate === "clicked" ? "good" : "quiet"}>{fates[fate]}</Badge>
            </span>
            <Copy text={url} what="the address" />
            <Do
              name={`Click ${url}`}
              work={() => call("POST", `messages/${message.id}/events`, { type: "clicked", url })}
              done="The recipient clicked that link."
              disabled={message.status !== "sent"}
            >
              Click
            </Do>
          </li>
        ))}
      </ul>
      {links.length > maxLinks && <p class="faint">and {countText(links.length - maxLinks)} more: see the source</p>}
    </Part>
  )
}
