import type { Account, AccountUpdate, AudienceReach, ReachQuery, Team } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const account: Noun<"account"> = {
  section: "Account, team, grants",
  models: {
    Account: "id name avatar banner commercial_tier safe_mode_enabled access billing team created_at updated_at",
    Access:
      "source delegated manager_account_id manager_account_name management_grant_id permission_set credential_type",
    Billing:
      "access_policy plan_name plan spend_cap_monthly_cents comped overage funding provider_route entitlements resources brands lifetime",
    Plan: "id name active probation_recipient_cap_24h standard_recipient_cap_24h trusted_recipient_cap_24h entitlements",
    Entitlements: "agent_inbox",
    AgentInboxEntitlement:
      "enabled max_inboxes inbound_messages_included inbound_messages_metered inbound_message_overage_rate_cents max_inbound_domains max_apex_domains apex_mx legacy_forwarding catch_all retention_days advanced_queue_controls",
    ResourceUsages: "email sms ai",
    ResourceUsage: "used allowance remaining overage_rate mode budget budget_used",
    BrandUsage: "used limit remaining unlimited can_create",
    LifetimeUsage: "email_sent sms_sent ai_used",
    TeamSummary: "seat_limit seat_count member_count invite_count current_role can_manage_team",
    Team: "account memberships invites accessible_accounts",
    AudienceReach: "audience cohort current recommended covered summary",
    ReachPlan: "plan_id slug name tier_group daily_cap capacity days_to_reach covers",
    AccountUpdate: "name avatar banner",
  },
  endpoints: {
    get: endpoint<{ answer: Account }>("GET /v1/my/account", {
      success: [200],
      reads: "account",
    }),
    update: endpoint<{ body: AccountUpdate; answer: Account }>("PATCH /v1/my/account", {
      success: [200],
      errors: [422],
    }),
    team: endpoint<{ answer: Team }>("GET /v1/my/account/team", {
      success: [200],
      reads: "account",
    }),
    reach: endpoint<{ query: ReachQuery; answer: AudienceReach }>("GET /v1/my/account/reach", {
      success: [200],
      errors: [422],
      ways: { 422: ({ send }) => send({ query: { audience: 0 } }) },
    }),
  },
}
