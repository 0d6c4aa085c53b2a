import type {
  IdParams,
  Template,
  TemplateCreate,
  TemplateTestResult,
  TemplateUpdate,
  TestTemplate,
} from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const templates: Noun<"templates"> = {
  section: "Contacts, lists and other groups",
  models: {
    Template:
      "id brand_id name subject html body preheader from_name from_email reply_to version variables created_at updated_at",
    TemplateTestResult: "sent results",
    TemplateTestSend: "email success status error message_id",
  },
  endpoints: {
    list: endpoint<{ answer: Template }>("GET /v1/my/templates", {
      decided: [200],
      page: 30,
    }),
    create: endpoint<{ body: TemplateCreate; answer: Template }>("POST /v1/my/templates", {
      decided: [201],
    }),
    get: endpoint<{ params: IdParams; answer: Template }>("GET /v1/my/templates/{id}", {
      decided: [200],
      ids: { "params.id": "template" },
    }),
    update: endpoint<{ params: IdParams; body: TemplateUpdate; answer: Template }>("PATCH /v1/my/templates/{id}", {
      decided: [200],
      ways: { 409: ({ send }) => send({ body: { subject: "Late", if_version: 99 } }) },
      ids: { "params.id": "template" },
    }),
    sendTest: endpoint<{ params: IdParams; body: TestTemplate; answer: TemplateTestResult }>(
      "POST /v1/my/templates/{id}/send_test",
      {
        decided: [200],
        ids: { "params.id": "template" },
      },
    ),
  },
}
