/*
 * Endpoints, listed by `npm run generate`.
 * me: GET /v1/oauth/me
 * subscribe: POST /v1/oauth/subscribe
 * launch: POST /v1/oauth/launch
 */

import type { Received } from "../../../sdk/contract/core/endpoint.ts"
import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import { isEmail } from "../../../sdk/contract/core/text-patterns.ts"
import type { oauth, PopupAccount, PopupContext, PopupPlan, PopupSubscribe } from "../../../sdk/contract/oauth.ts"
import { badRequest, invalid } from "../../base/service-error.ts"
import type { Caller } from "../../world/caller.ts"
import type { Task, World } from "../../world/world.ts"
import { accessView, roleIn } from "../account/account-view.ts"
import type { AccountRow } from "../account/table.ts"
import { accountsOf } from "../accounts/accessible-accounts.ts"
import { signUp } from "../auth/auth.ts"
import { planOf } from "../billing/billing-view.ts"
import type { PlanRow } from "../billing/plans-table.ts"
import { resumeWaitingCampaigns } from "../campaigns/sending.ts"
import type { HandlersFor } from "../handlers-for.ts"
import type { UserRow } from "../user/table.ts"
import type { LaunchRow } from "./table.ts"

/** The path of a launched sign-in: `/oauth/launch/<token>`. */
export const launchPath = "/oauth/launch/"

export const launchLifetime = 10 * 60_000

/** A path segment of the frontend's connect route. */
const connectSegment = "connect"

/** A payment token that the mock's payment provider declines. */
const declinedPaymentToken = "tok_declined"

export const popupContext = (world: World, caller: Caller): PopupContext => ({
  accounts: accountsOf(world, caller.user).map((account) => popupAccount(world, caller, account)),
  plans: [...world.tables.plans.all()].filter(({ active }) => active).map(planOffer),
  payment_publishable_key: "pk_mock",
})

export function subscribe(world: World, caller: Caller, { plan_id, account_id, payment_token }: PopupSubscribe): void {
  const account = payingAccount(world, caller, account_id ?? caller.account.id)
  const plan = world.tables.plans.get(plan_id)
  if (plan === undefined || !plan.active) throw invalid("35.8", { plan_id: ["is of no plan on sale"] })
  if (plan.base_price_cents > 0 && !payment_token)
    throw invalid("35.8", { payment_token: ["is required for a paid plan"] })
  if (payment_token === declinedPaymentToken) throw invalid("35.8", { payment_token: ["was declined"] })
  world.tables.accounts.change(world, account, { plan_id })
  resumeWaitingCampaigns(world, account.id)
}

type NewLaunch = Received<typeof oauth.launch>["body"]

/** Starts a sign-in with an identity provider; a `resume_url` that is not the frontend's is a 400. */
export function startLaunch(world: World, { provider, auth_step, resume_url }: NewLaunch): LaunchRow {
  if (typeof resume_url === "string" && !isConnectRoute(resume_url)) {
    throw badRequest("35.9", "resume_url must point to the frontend's connect route")
  }
  const launch = world.tables.launches.add(world, {
    token: world.random.hex(24),
    csrf_token: world.random.hex(24),
    provider,
    auth_step,
    resume_url: resume_url ?? null,
    expires_at: world.timestampIn(launchLifetime),
  })
  world.timers.schedule(world.now() + launchLifetime, "launch.expire", launch.id)
  return launch
}

export const expireLaunch: Task = (world, id) => {
  const { launches } = world.tables
  const launch = launches.get(id)
  if (launch !== undefined) launches.remove(launch)
}

/** The person with an address. A new person is created with an unknown password. */
export function userForSignIn(world: World, { auth_step }: LaunchRow, email: string): UserRow | undefined {
  const existing = world.tables.users.find("email", mailboxKey(email))
  if (existing !== undefined && existing.password !== null) return existing
  if (auth_step === "login" || !isEmail(email)) return undefined
  return signUp(world, { email, password: world.random.hex(16) })
}

function payingAccount(world: World, caller: Caller, id: number): AccountRow {
  const account = accountsOf(world, caller.user).find((each) => each.id === id)
  if (account === undefined) throw invalid("35.7", { account_id: ["is of no account that is accessible to you"] })
  if (roleIn(world, caller, account) === "member") {
    throw invalid("35.7", { account_id: ["is of an account whose plan only its owner and admins may choose"] })
  }
  return account
}

function popupAccount(world: World, caller: Caller, account: AccountRow): PopupAccount {
  const role = roleIn(world, caller, account)
  return {
    id: account.id,
    name: account.name,
    access: accessView(world, caller, role),
    can_manage: role !== "member",
    needs_subscribe: !planOf(world, account).active,
  }
}

const planOffer = ({ id, name, slug, base_price_cents, interval }: PlanRow): PopupPlan => ({
  id,
  name,
  slug,
  base_price_cents,
  interval,
})

/** Whether a URL is a valid redirect target after signing in; URLs that only look like the frontend are refused. */
function isConnectRoute(address: string): boolean {
  const { pathname, username, password } = new URL(address)
  return username === "" && password === "" && pathname.split("/").includes(connectSegment)
}

export const oauthHandlers: HandlersFor<"oauth"> = {
  me: (world, caller) => popupContext(world, caller),

  subscribe(world, caller, { body }) {
    subscribe(world, caller, body)
    return { next_step: "connect" }
  },

  launch(world, _caller, { body }) {
    const { token } = startLaunch(world, body)
    return { launch_url: `${world.baseUrl()}${launchPath}${token}` }
  },
}
