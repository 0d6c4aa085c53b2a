import type { funding } from "../../sdk/contract/funding.ts"
import { fundingView } from "../domain/funding.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const fundingHandlers: HandlersFor<typeof funding> = {
  get: (world, { account }) => fundingView(world, account.id),
}
