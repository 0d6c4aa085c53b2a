import type { ValidationOperation } from "../../sdk/contract/validations.ts"
import {
  normalised,
  quoteValidation,
  resumeValidation,
  startValidation,
  validationItemView,
  validationView,
} from "../domain/validations/validations.ts"
import type { ValidationRow } from "../store/tables/validations.ts"
import type { Caller } from "../world/caller.ts"
import { replayByKey } from "../world/idempotency.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { mapPage } from "./pages.ts"

export const validationHandlers: HandlersFor<"validations"> = {
  quote: (world, caller, { body }) => quoteValidation(world, caller, body),

  start: (world, caller, { body, idempotencyKey }) =>
    replayByKey<ValidationOperation>(world, caller, {
      endpoint: "validations.start",
      rule: "26.3",
      key: idempotencyKey,
      payload: normalised(body),
      make: () => validationView(world, startValidation(world, caller, body)),
      again: ({ operation_id }) =>
        validationView(world, resumeValidation(world, ownValidation(world, caller, operation_id))),
    }),

  get: (world, caller, { params }) => validationView(world, ownValidation(world, caller, params.id)),

  items(world, caller, { params, page }) {
    const { id } = ownValidation(world, caller, params.id)
    return mapPage(world.tables.validationItems.page("validation", id, page), validationItemView)
  },
}

const ownValidation = ({ tables }: World, caller: Caller, operationId: string): ValidationRow =>
  tables.validations.findOwn(caller, "operation_id", operationId)
