import type { User, UserUpdate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const user: Noun<"user"> = {
  section: "User and impersonation",
  models: {
    User: "id first_name last_name email mobile country_code time_zone admin ui_login_count created_at updated_at",
    UserUpdate: "first_name last_name email mobile time_zone",
  },
  endpoints: {
    get: endpoint<{ answer: User }>("GET /v1/my/user", {
      success: [200],
      errors: [401],
    }),
    update: endpoint<{ body: UserUpdate; answer: User }>("PATCH /v1/my/user", {
      success: [200],
      errors: [422],
    }),
  },
}
