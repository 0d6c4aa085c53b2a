import type { Segment } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const segments: Noun<"segments"> = {
  section: "Contacts, lists and other groups",
  models: {
    Segment: "id brand_id name origin filters cached_count created_at updated_at",
  },
  endpoints: {
    list: endpoint<{ answer: Segment }>("GET /v1/my/segments", {
      decided: [200],
      page: 30,
    }),
  },
}
