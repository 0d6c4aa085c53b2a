import { replayed } from "../base/reply.ts"
import { affiliateView, linkAccount, lookUpAffiliate } from "../domain/affiliate.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const affiliateHandlers: HandlersFor<"affiliate"> = {
  get: (world, { account }) => affiliateView(world, lookUpAffiliate(world, account)),

  link(world, { account }, { body }) {
    const linked = linkAccount(world, account, body)
    const view = affiliateView(world, linked.affiliate)
    return linked.existing ? replayed(view) : view
  },
}
