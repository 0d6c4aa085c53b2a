import type { oauth, PopupAccount, PopupPlan } from "../../sdk/contract/oauth.ts"
import { badRequest, forbidden, invalid } from "../base/service-error.ts"
import { viewOf } from "../base/view.ts"
import { accountsOf } from "../domain/accounts/accessible-accounts.ts"
import { accessView, roleIn } from "../domain/accounts/account-view.ts"
import { planOf } from "../domain/billing/billing-view.ts"
import { launchPath } from "../request/popup-pages.ts"
import type { AccountRow } from "../store/tables/accounts.ts"
import type { PlanRow } from "../store/tables/plans.ts"
import type { Caller } from "../world/caller.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"

/** How long the address that a launch answers is good for. */
export const launchLifetime = 10 * 60_000

/** A segment of every address that the frontend's connect route can have. */
const connectSegment = "connect"

/** A means of payment that the mock's payment provider turns down. */
export const declinedPaymentToken = "tok_declined"

export const oauthHandlers: HandlersFor<typeof oauth> = {
  me: (world, caller) => ({
    accounts: accountsOf(world, caller.user).map((account) => popupAccount(world, caller, account)),
    plans: [...world.tables.plans.all()].filter(({ active }) => active).map(planOffer),
    payment_publishable_key: "pk_mock",
  }),

  subscribe(world, caller, { body: { plan_id, account_id, payment_token } }) {
    const account = payingAccount(world, caller, account_id ?? caller.account.id)
    const plan = world.tables.plans.get(plan_id)
    if (plan === undefined || !plan.active) throw invalid({ plan_id: ["is of no plan on sale"] })
    if (plan.base_price_cents > 0 && !payment_token) throw invalid({ payment_token: ["is required for a paid plan"] })
    if (payment_token === declinedPaymentToken) throw invalid({ payment_token: ["was declined"] })
    world.tables.accounts.update(account, { plan_id, updated_at: world.timestamp() })
    return { next_step: "connect" }
  },

  launch(world, _caller, { body: { provider, auth_step, resume_url } }) {
    if (typeof resume_url === "string" && !isConnectRoute(resume_url)) {
      throw badRequest("resume_url must point to the frontend's connect route")
    }
    const { launches } = world.tables
    const launch = launches.insert({
      id: launches.nextId(),
      token: world.random.hex(24),
      csrf_token: world.random.hex(24),
      provider,
      auth_step,
      resume_url: resume_url ?? null,
      expires_at: world.timestampIn(launchLifetime),
    })
    world.timers.schedule(world.now() + launchLifetime, "launch.expire", launch.id)
    return { launch_url: `${world.baseUrl()}${launchPath}${launch.token}` }
  },
}

/** One of the caller's accounts, if they may decide about its plan. */
function payingAccount(world: World, caller: Caller, id: number): AccountRow {
  const account = accountsOf(world, caller.user).find((each) => each.id === id)
  if (account === undefined) throw forbidden("This account is not accessible to you")
  if (roleIn(world, caller, account) === "member") throw forbidden("Only the account's owner and admins may do this")
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

const planOffer = viewOf(
  ({ id, name, slug, base_price_cents, interval }: PlanRow): PopupPlan => ({
    id,
    name,
    slug,
    base_price_cents,
    interval,
  }),
)

/** Whether a person can be sent there after signing in: never to a page that only looks like the frontend's. */
function isConnectRoute(address: string): boolean {
  const { pathname, username, password } = new URL(address)
  return username === "" && password === "" && pathname.split("/").includes(connectSegment)
}
