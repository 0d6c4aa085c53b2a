import type { MessageDetail, MessageLink } from "../../domain/messages/message-detail.ts"
import { Badge, Copy, Foreign, Part } from "../app/parts.tsx"
import { cause } from "./actions.tsx"

/** So many are shown, so that a mail of thousands can be looked at. */
const most = 100

/** Where the links of a mail lead, which of them were followed, and a button to follow each here. */
export function MailLinks({ message }: { readonly message: MessageDetail }) {
  const links = [...new Map(message.links.map((link) => [link.url, link])).values()]
  if (links.length === 0) return null
  return (
    <Part title={links.length === 1 ? "1 link" : `${links.length.toLocaleString("en")} links`}>
      <ul class="links">
        {links.slice(0, most).map(({ url, fate }) => (
          <li key={url}>
            <span class="grow">
              <Foreign>{url}</Foreign> <FollowedBy fate={fate} />
            </span>
            <Copy text={url} what="the address" />
            <button
              type="button"
              disabled={message.status !== "sent"}
              aria-label={`Click ${url}`}
              onClick={() => cause(message.id, { type: "clicked", url }, "Its recipient has followed that link.")}
            >
              Click
            </button>
          </li>
        ))}
      </ul>
      {links.length > most && (
        <p class="quiet">and {(links.length - most).toLocaleString("en")} more, which the source has</p>
      )}
    </Part>
  )
}

function FollowedBy({ fate }: Pick<MessageLink, "fate">) {
  if (fate === "clicked") return <Badge tone="good">clicked</Badge>
  if (fate === "clicked_by_bot") return <Badge tone="quiet">by a scanner only</Badge>
  if (fate === "not_tracked") return <Badge tone="quiet">clicks are not tracked</Badge>
  return <Badge tone="quiet">not clicked</Badge>
}
