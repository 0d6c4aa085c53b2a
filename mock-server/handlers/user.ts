import type { User, UserUpdate, user } from "../../sdk/contract/user.ts"
import { invalid } from "../base/service-error.ts"
import { viewOf } from "../base/view.ts"
import type { Fields } from "../store/collection.ts"
import type { UserRow } from "../store/tables/users.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { fullName } from "./memberships.ts"

const defaultTimeZone = "UTC"

export const userHandlers: HandlersFor<typeof user> = {
  get: (_world, caller) => userView(caller.user),

  update(world, caller, { body }) {
    const { email, time_zone, ...plain } = body
    const addresses = email === undefined ? [] : [email].flat()
    refuseTaken(world, caller.user, addresses)
    if (typeof time_zone === "string" && !isTimeZone(time_zone)) {
      throw invalid({ time_zone: ["must be an IANA time zone, for example Europe/Paris"] })
    }
    const changed = world.tables.users.update(caller.user, {
      ...given(plain),
      ...(addresses[0] !== undefined && { email: addresses[0] }),
      ...(time_zone !== undefined && { time_zone: time_zone ?? defaultTimeZone }),
      updated_at: world.timestamp(),
    })
    renameInTeams(world, changed)
    return userView(changed)
  },
}

/** A person as they are shown: without their password. */
export const userView = viewOf(({ password, ...shown }: UserRow): User => shown)

/** A new person. */
export function createUser(
  world: World,
  person: Pick<UserRow, "first_name" | "last_name" | "email" | "mobile" | "password">,
): UserRow {
  const { users } = world.tables
  const now = world.timestamp()
  return users.insert({
    id: users.nextId(),
    ...person,
    country_code: "",
    time_zone: defaultTimeZone,
    admin: false,
    ui_login_count: 0,
    created_at: now,
    updated_at: now,
  })
}

type Plain = Fields<Omit<UserUpdate, "email" | "time_zone">>

/** The fields that a request does give. */
const given = ({ first_name, last_name, mobile }: Plain) => ({
  ...(first_name !== undefined && { first_name }),
  ...(last_name !== undefined && { last_name }),
  ...(mobile !== undefined && { mobile }),
})

/** An address signs in one person only. */
function refuseTaken(world: World, user: UserRow, addresses: readonly string[]): void {
  for (const address of addresses) {
    const holder = world.tables.users.find("email", address.toLowerCase())
    if (holder !== undefined && holder.id !== user.id) throw invalid({ email: ["is already taken"] })
  }
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Memberships carry the person's address and name. */
function renameInTeams(world: World, user: UserRow): void {
  const { memberships } = world.tables
  const [email, name] = [user.email, fullName(user)]
  for (const membership of [...memberships.in("user", user.id)]) {
    if (membership.email === email && membership.name === name) continue
    memberships.update(membership, { email, name, updated_at: user.updated_at })
  }
}
