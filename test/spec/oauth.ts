import type {
  OAuthLaunch,
  OAuthLaunchUrl,
  PopupContext,
  PopupNextStep,
  PopupSubscribe,
} from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const oauth: Noun<"oauth"> = {
  section: "Sign-up, sign-in, OAuth popup",
  caller: { as: "owner" },
  models: {
    PopupContext: "accounts plans payment_publishable_key",
    PopupAccount: "id name access can_manage needs_subscribe",
    PopupPlan: "id name slug base_price_cents interval",
    PopupNextStep: "next_step",
    OAuthLaunchUrl: "launch_url",
    PopupSubscribe: "plan_id account_id payment_token",
    OAuthLaunch: "provider auth_intent auth_step resume_url",
  },
  endpoints: {
    me: endpoint<{ answer: PopupContext }>("GET /v1/oauth/me", {
      success: [200],
      errors: [401],
    }),
    subscribe: endpoint<{ body: PopupSubscribe; answer: PopupNextStep }>("POST /v1/oauth/subscribe", {
      success: [200],
      errors: [401, 422],
      ids: {
        "body.plan_id": "everyone",
        "body.account_id": "person",
      },
    }),
    launch: endpoint<{ body: OAuthLaunch; answer: OAuthLaunchUrl }>("POST /v1/oauth/launch", {
      success: [200],
      errors: [400],
    }),
  },
}
