import { Message, MessageChannel } from "../../../sdk/contract/messages.ts"
import type { StateOf } from "../../base/state-machine.ts"
import { messageMachine } from "../../machines/messages.ts"
import { Collection } from "../collection.ts"
import type { Fields } from "../row.ts"
import { statusOf } from "../row-schema.ts"

/** A message as it is shown; what it says is beside it, in `messageContents` under the same id. */
export type MessageRow = Fields<Message> & {
  readonly channel: "email" | "sms"
  readonly status: StateOf<typeof messageMachine>
}

const messagesSchema = Message.extend({ channel: MessageChannel, status: statusOf(messageMachine) })

export const messagesTable = () =>
  new Collection<MessageRow, "brand" | "queued", never, typeof messageMachine>({
    row: messagesSchema,
    stamps: "created",
    machine: messageMachine,
    groups: {
      brand: (message) => message.brand_id,
      /** E-mail of a brand that waits to go out. */
      queued: (message) => (message.status === "queued" && message.channel === "email" ? message.brand_id : undefined),
    },
  })
