import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { Message, MessageChannel } from "../../../sdk/contract/messages.ts"
import type * as models from "../../base/models.gen.ts"
import { Collection } from "../../store/collection.ts"
import { statusOf } from "../../store/row-schema.ts"
import { messageMachine } from "./machine.ts"

/** A message as in responses. Its content is in `messageContents` under the same id. */
export const MessageRow = Message.extend({ channel: MessageChannel, status: statusOf(messageMachine) })

/** @internal */
export const messagesTable = () =>
  new Collection<models.MessageRow, "brand" | "queued" | "recipient", never, typeof messageMachine>({
    row: MessageRow,
    timestamps: "created",
    machine: messageMachine,
    groups: {
      brand: (message) => message.brand_id,
      /** Queued e-mail, by brand. */
      queued: (message) => (message.status === "queued" && message.channel === "email" ? message.brand_id : undefined),
    },
    /** For searches by tests. */
    lazyGroups: { recipient: (message) => mailboxKey(message.to) },
  })
