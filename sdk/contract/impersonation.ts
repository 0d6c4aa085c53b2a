import * as z from "zod"
import { ownKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { Email, Id } from "./core/shared.ts"

/** The person who acts in another's name. */
export const Impersonator = z.looseObject({
  /** The person's id. */
  id: Id,
  /** First and last name. */
  name: z.string(),
  /** The person's address. */
  email: Email,
})
export interface Impersonator extends models.Impersonator {}

/** Whether someone acts in the user's name. Spec: Resources, Impersonation. */
export const Impersonation = z.looseObject({
  /** Whether someone acts in the user's name. */
  impersonating: z.boolean(),
  /** Absent or null when nobody does. */
  impersonator: Impersonator.nullish(),
})
export interface Impersonation extends models.Impersonation {}

/** The end of an impersonation. Spec: Resources, Impersonation. */
export const ImpersonationExit = z.looseObject({
  /** Where the browser goes next. */
  redirect_url: z.string(),
})
export interface ImpersonationExit extends models.ImpersonationExit {}

const { read, write } = endpointsWith({ section: "User and impersonation", auth: ownKey })

/** Acting in another user's name. */
export const impersonation = {
  get: read({
    path: "/v1/my/impersonation",
    summary: "Show whether the user is being impersonated",
    response: Impersonation,
  }),
  exit: write({
    method: "DELETE",
    path: "/v1/my/impersonation",
    summary: "End the impersonation",
    recipients: "nobody",
    response: ImpersonationExit,
  }),
} as const
