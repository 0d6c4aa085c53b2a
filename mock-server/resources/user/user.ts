/*
 * Endpoints, listed by `npm run generate`.
 * get: GET /v1/my/user
 * update: PATCH /v1/my/user
 */

import { mailboxKey } from "../../../sdk/contract/core/mailbox.ts"
import type { User, UserUpdate } from "../../../sdk/contract/user.ts"
import { definedFields } from "../../base/defined-fields.ts"
import { invalid } from "../../base/service-error.ts"
import type { Fields } from "../../store/row.ts"
import type { World } from "../../world/world.ts"
import type { HandlersFor } from "../handlers-for.ts"
import type { UserRow } from "./table.ts"

const defaultTimeZone = "UTC"

export const unknownTimeZone = { time_zone: ["must be an IANA time zone, for example Europe/Paris"] }

export const userView = ({ password, ...view }: UserRow): User => view

/** A user's full name; the address if no name is known. */
export const fullName = ({ first_name, last_name, email }: UserRow) => `${first_name} ${last_name}`.trim() || email

export const createUser = (
  world: World,
  person: Pick<UserRow, "first_name" | "last_name" | "email" | "mobile" | "password">,
): UserRow =>
  world.tables.users.add(world, {
    ...person,
    country_code: "",
    time_zone: defaultTimeZone,
    admin: false,
    ui_login_count: 0,
  })

export function changeUser(world: World, user: UserRow, update: Fields<UserUpdate>): UserRow {
  const { email, time_zone, first_name, last_name, mobile } = update
  const addresses = email === undefined ? [] : [email].flat()
  refuseTaken(world, user, addresses)
  if (typeof time_zone === "string" && !isTimeZone(time_zone)) {
    throw invalid("18.3", unknownTimeZone)
  }
  const changed = world.tables.users.change(world, user, {
    ...definedFields({ first_name, last_name, mobile, email: addresses[0] }),
    ...(time_zone !== undefined && { time_zone: time_zone ?? defaultTimeZone }),
  })
  noteEverywhere(world, changed)
  return changed
}

function refuseTaken(world: World, user: UserRow, addresses: readonly string[]): void {
  for (const address of addresses) {
    const holder = world.tables.users.find("email", mailboxKey(address))
    if (holder !== undefined && holder.id !== user.id) throw invalid("18.3", { email: ["is already taken"] })
  }
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Copies the address and name to memberships, and the address to the provisioning of owned accounts. */
function noteEverywhere(world: World, user: UserRow): void {
  const { memberships, managedAccounts, accounts } = world.tables
  const [email, name] = [user.email, fullName(user)]
  for (const membership of [...memberships.in("user", user.id)]) {
    if (membership.email === email && membership.name === name) continue
    memberships.change(world, membership, { email, name })
  }
  for (const record of [...managedAccounts.all()]) {
    if (accounts.get(record.managed_account.id)?.owner_id !== user.id || record.owner.email === email) continue
    managedAccounts.change(world, record, { owner: { email } })
  }
}

export const userHandlers: HandlersFor<"user"> = {
  get: (_world, caller) => userView(caller.user),
  update: (world, caller, { body }) => userView(changeUser(world, caller.user, body)),
}
