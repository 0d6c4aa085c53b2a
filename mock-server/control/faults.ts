import * as z from "zod"
import { IdParams } from "../../sdk/contract/core/shared.ts"
import { definedFields } from "../base/defined-fields.ts"
import { notFound } from "../base/mock-error.ts"
import { seeds } from "../base/random.ts"
import { anyDelivery, anyRequest, profileNames, profileRules } from "../world/fault-profiles.ts"
import type { DeliveryFaultRule, Fault, RequestFaultRule } from "../world/fault-rules.ts"
import { splitKey } from "../world/world-names.ts"
import { defineControl } from "./control.ts"
import { type DeliveryFaultInput, NewFault, type RequestFaultInput } from "./new-faults.ts"

/** A named profile of faults; replaces the previous profile. */
export const FaultProfile = z.strictObject({
  /** The set of faults. */
  name: z.enum(profileNames),
  /** Seeds a separate random source, so that the world's ids are the same with any profile. */
  seed: z.int().min(seeds.least).max(seeds.most).optional(),
})

/** @internal */
export const faultControls = {
  add: defineControl(
    { method: "POST", path: "/faults", status: 201, body: NewFault },
    ({ world, id }, { body }): Fault =>
      world.faults.add(body.on === "delivery" ? deliveryRule(body) : requestRule(body, id)),
  ),

  list: defineControl({ method: "GET", path: "/faults" }, ({ world }) => [...world.faults.list()]),

  clear: defineControl({ method: "DELETE", path: "/faults", status: 204 }, ({ world }) => world.faults.clear()),

  remove: defineControl(
    { method: "DELETE", path: "/faults/{id}", status: 204, params: IdParams },
    ({ world }, { params }) => {
      if (!world.faults.remove(params.id)) throw notFound("Fault")
    },
  ),

  /** Returns all faults. Individually added ones stay and are matched first. */
  profile: defineControl({ method: "PUT", path: "/faults/profile", body: FaultProfile }, ({ world }, { body }) => {
    world.faults.setProfile(profileRules(body.name), body.seed)
    return [...world.faults.list()]
  }),
}

function requestRule({ method, credential, ...fields }: RequestFaultInput, worldId: string): RequestFaultRule {
  // A request's key comes without the name of its world.
  const credentialParts = credential === undefined ? undefined : splitKey(credential)
  const key = credentialParts?.worldId === worldId ? credentialParts.key : credential
  return { ...anyRequest, ...definedFields({ credential: key, ...fields, method: method?.toUpperCase() }) }
}

const deliveryRule = ({ delay, reorder, ...fields }: DeliveryFaultInput): DeliveryFaultRule => ({
  ...anyDelivery,
  ...definedFields(fields),
  ...(delay ? { delay_ms: delay } : {}),
  ...(reorder ? { reorder } : {}),
})
