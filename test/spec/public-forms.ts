import type { FormReceipt, FormSubmission } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

const form = { email: "visitor@example.test" }

export const publicForms: Noun<"publicForms"> = {
  section: null,
  caller: { key: "maspk_live_mock" },
  models: {
    FormReceipt: "ok",
    FormSubmission: "email list_id first_name last_name",
  },
  endpoints: {
    submit: endpoint<{ body: FormSubmission; answer: FormReceipt }>("POST /v1/public/contacts", {
      decided: [201],
      ways: {
        403: ({ send }) => send({ key: "maskey_live_mock" }),
        404: ({ send }) => send({ body: { ...form, list_id: 99 } }),
      },
      ids: { "body.list_id": (ids) => ({ key: "maspk_live_mock", body: { ...form, list_id: ids.list } }) },
    }),
  },
}
