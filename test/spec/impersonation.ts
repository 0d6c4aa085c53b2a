import type { Impersonation, ImpersonationExit } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const impersonation: Noun<"impersonation"> = {
  section: "User and impersonation",
  models: {
    Impersonation: "impersonating impersonator",
    Impersonator: "id name email",
    ImpersonationExit: "redirect_url",
  },
  endpoints: {
    get: endpoint<{ answer: Impersonation }>("GET /v1/my/impersonation", {
      success: [200],
      errors: [401],
    }),
    exit: endpoint<{ answer: ImpersonationExit }>("DELETE /v1/my/impersonation", {
      success: [200],
      errors: [401],
    }),
  },
}
