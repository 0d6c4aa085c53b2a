import type { AttachmentParams, AttachmentQuery } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

/** A request for a file of the caller's own, with these params replaced. */
const file = (params: Readonly<Record<string, number>>) => ({
  params: { conversation_id: 1, conversation_message_id: 1, id: 1, ...params },
})

export const attachments: Noun<"attachments"> = {
  section: "Contacts, lists and other groups",
  models: {
    AttachmentQuery: "acknowledge_unscanned",
  },
  endpoints: {
    download: endpoint<{ params: AttachmentParams; query: AttachmentQuery; answer: undefined }>(
      "GET /v1/my/conversations/{conversation_id}/messages/{conversation_message_id}/attachments/{id}",
      {
        decided: [200],
        ways: {
          409: ({ send }) => send({ query: {} }),
          422: ({ send }) => send({ query: { acknowledge_unscanned: "maybe" } }),
        },
        ids: {
          "params.conversation_id": ({ conversation }) => file({ conversation_id: conversation }),
          "params.conversation_message_id": ({ mail }) => file({ conversation_message_id: mail }),
          "params.id": [
            ({ attachment }) => file({ id: attachment }),
            ({ conversation, mail, attachment }) =>
              file({ conversation_id: conversation, conversation_message_id: mail, id: attachment }),
          ],
        },
      },
    ),
  },
}
