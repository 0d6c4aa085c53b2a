import type { delivery } from "../../sdk/contract/delivery.ts"
import { deliveryStatus } from "../domain/delivery.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const deliveryHandlers: HandlersFor<typeof delivery> = {
  status: (world, caller) => deliveryStatus(world, caller),
}
