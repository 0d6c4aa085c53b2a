import { fundingView } from "../domain/funding.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const fundingHandlers: HandlersFor<"funding"> = {
  get: (world, { account }) => fundingView(world, account.id),
}
