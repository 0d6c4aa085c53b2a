import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { Email, givenList, Id, recordTimes } from "./core/shared.ts"

/** A person who signs in. Spec: Resources, User. */
export const User = z.looseObject({
  /** The person's id. */
  id: Id,
  /** The person's first name. */
  first_name: z.string(),
  /** The person's last name. */
  last_name: z.string(),
  /** The address that the person signs in with. */
  email: Email,
  /** Telephone number as the person wrote it; empty where none is known. */
  mobile: z.string(),
  /** ISO 3166 two-letter code; empty where none is known. */
  country_code: z.string(),
  /** IANA name, for example `Europe/Paris`. */
  time_zone: z.string(),
  /** True for staff of the service; not a role in an account. */
  admin: z.boolean(),
  /** How often the person has signed in to the dashboard. */
  ui_login_count: z.int(),
  ...recordTimes,
})
export interface User extends models.User {}

/** The changes to the signed-in person; what is left out stays. */
export const UserUpdate = z.strictObject({
  /** The person's first name. */
  first_name: z.string().optional(),
  /** The person's last name. */
  last_name: z.string().optional(),
  /** One address, or several of which the first becomes the address of sign-in. */
  email: z.union([Email, givenList(z.array(Email).min(1))]).optional(),
  /** A phone number. */
  mobile: z.string().optional(),
  /** IANA name; null goes back to the default, `UTC`. */
  time_zone: z.string().nullable().optional(),
})
export interface UserUpdate extends models.UserUpdate {}

const { read, write } = endpointsWith({ section: "User and impersonation", auth: ownKey })

/** The signed-in person. */
export const user = {
  get: read({
    path: "/v1/my/user",
    summary: "Show the signed-in user",
    response: User,
  }),
  update: write({
    method: "PATCH",
    path: "/v1/my/user",
    summary: "Change the signed-in user",
    recipients: { field: "email" },
    body: UserUpdate,
    response: User,
    example: { body: { first_name: "Ada", time_zone: "Europe/London" } },
  }),
} as const
