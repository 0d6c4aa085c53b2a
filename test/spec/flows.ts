import type { Flow, FlowCreate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const flows: Noun<"flows"> = {
  section: "Contacts, lists and other groups",
  models: {
    Flow: "id brand_id name status trigger steps created_at updated_at",
  },
  endpoints: {
    list: endpoint<{ answer: Flow }>("GET /v1/my/flows", {
      decided: [200],
      page: 30,
    }),
    create: endpoint<{ body: FlowCreate; answer: Flow }>("POST /v1/my/flows", {
      decided: [201],
    }),
  },
}
