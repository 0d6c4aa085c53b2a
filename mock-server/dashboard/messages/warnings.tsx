import type { MessageDetail } from "../../domain/messages/message-detail.ts"
import { Badge, Foreign, Part } from "../app/parts.tsx"

/** What is wrong with what a message says: where, what is there, and the way out. */
export const Warnings = ({ message: { warnings } }: { readonly message: MessageDetail }) =>
  warnings.length > 0 && (
    <Part title="Warnings">
      <ul class="rows">
        {warnings.map(({ rule, severity, place, message, excerpt, advice }) => (
          <li key={`${rule} ${place}`}>
            <Badge tone={severity === "error" ? "bad" : "warn"}>{rule}</Badge>
            <span class="grow" title={advice}>
              {message} <small>{place}</small> {excerpt && <Foreign>{excerpt}</Foreign>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
