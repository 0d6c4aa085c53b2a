import type { DeliveryStatus } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const delivery: Noun<"delivery"> = {
  section: "Suppressions and delivery",
  models: {
    DeliveryStatus:
      "assessment_scope admission_status commercial_capacity pacing_state blocking_control reason_code remediation capacity_recovery retry_at observed_at",
    PacingState: "status queued_quantity next_dispatch_at",
  },
  endpoints: {
    status: endpoint<{ answer: DeliveryStatus }>("GET /v1/my/delivery/status", {
      decided: [200],
      reads: "account",
    }),
  },
}
