import * as z from "zod"
import { noCredential, popup } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { fieldRule } from "./core/rules.ts"
import { secret } from "./core/secret.ts"
import { Id } from "./core/shared.ts"
import { Access } from "./models/account-access.ts"

/** The identity providers to sign in with. */
export const OAuthProvider = z.enum(["google_oauth2", "github"])
export type OAuthProvider = models.OAuthProvider

/** An account that the popup offers. */
export const PopupAccount = z.looseObject({
  /** The account's id. */
  id: Id,
  /** What the account is called. */
  name: z.string(),
  /** How the person reaches it. */
  access: Access,
  /** True when the person may manage the account. */
  can_manage: z.boolean(),
  /** True when the account must take a plan first. */
  needs_subscribe: z.boolean(),
})
export interface PopupAccount extends models.PopupAccount {}

/** A plan that the popup offers. */
export const PopupPlan = z.looseObject({
  /** The plan's id. */
  id: Id,
  /** What the plan is called. */
  name: z.string(),
  /** A short name for machines. */
  slug: z.string(),
  /** Price of one interval, in cents. */
  base_price_cents: z.int(),
  /** For example `month`. */
  interval: z.string(),
})
export interface PopupPlan extends models.PopupPlan {}

/** What the OAuth popup shows. Spec: Resources, Popup context. */
export const PopupContext = z.looseObject({
  /** The accounts that the person reaches. */
  accounts: z.array(PopupAccount),
  /** The plans that can be taken. */
  plans: z.array(PopupPlan),
  /** The payment provider's publishable key; not a secret. */
  payment_publishable_key: z.string(),
})
export interface PopupContext extends models.PopupContext {}

/** The plan taken in the popup. */
export const PopupSubscribe = z.strictObject({
  /** The plan to take. */
  plan_id: Id,
  /** The account that takes it; the person's own when left out or null. */
  account_id: Id.nullable().optional(),
  /** Token of a means of payment, from the payment provider; plans that cost nothing need none. */
  payment_token: secret(z.string().nullable()).optional(),
})
export interface PopupSubscribe extends models.PopupSubscribe {}

/** Where the popup goes after a plan is taken. */
export const PopupNextStep = z.looseObject({
  /** Where the popup goes on, for example `connect`. */
  next_step: z.string(),
})
export interface PopupNextStep extends models.PopupNextStep {}

/** The start of a sign-in with an identity provider. */
export const OAuthLaunch = z
  .strictObject({
    /** Who the person signs in with. */
    provider: OAuthProvider,
    /** `agent` comes from an agent's connect flow and needs `resume_url`. */
    auth_intent: z.enum(["app", "agent"]).default("app"),
    /** Whether the person signs in or signs up. */
    auth_step: z.enum(["login", "signup"]).default("login"),
    /** Where to go on afterwards: the frontend's connect route. Required when `auth_intent` is `agent`. */
    resume_url: z
      .url({ protocol: /^https?$/ })
      .nullable()
      .optional(),
  })
  .check(
    fieldRule(({ auth_intent, resume_url }, refuse) => {
      if (auth_intent === "agent" && (resume_url === undefined || resume_url === null))
        refuse("resume_url", "is required when auth_intent is agent")
    }),
  )
export interface OAuthLaunch extends models.OAuthLaunch {}

/** A short-lived page that posts the browser on to the identity provider. */
export const OAuthLaunchUrl = z.looseObject({
  /** Where the browser goes; good for ten minutes, and once. */
  launch_url: z.string(),
})
export interface OAuthLaunchUrl extends models.OAuthLaunchUrl {}

const { read, write } = endpointsWith({ section: "Sign-up, sign-in, OAuth popup", auth: popup, errorShape: "popup" })

/** The popup in which a person signs in and picks a plan. */
export const oauth = {
  me: read({
    path: "/v1/oauth/me",
    summary: "Show the accounts and plans that the OAuth popup offers",
    response: PopupContext,
  }),
  subscribe: write({
    method: "POST",
    path: "/v1/oauth/subscribe",
    summary: "Choose a plan in the OAuth popup",
    recipients: "nobody",
    body: PopupSubscribe,
    response: PopupNextStep,
    confirm: "paid",
    example: { body: { plan_id: 2, account_id: 1, payment_token: "tok_test" } },
  }),
  launch: defineEndpoint({
    method: "POST",
    path: "/v1/oauth/launch",
    summary: "Start a sign-in with an identity provider",
    section: "Sign-up, sign-in, OAuth popup",
    auth: noCredential,
    recipients: "nobody",
    body: OAuthLaunch,
    response: OAuthLaunchUrl,
    invalid: { status: 400 },
    errorShape: "popup",
    example: { body: { provider: "github", auth_intent: "app", auth_step: "login" } },
  }),
} as const
