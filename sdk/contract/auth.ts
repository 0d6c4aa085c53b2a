import * as z from "zod"
import { noCredential } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import { defineEndpoint } from "./core/endpoint.ts"
import type * as models from "./core/models.gen.ts"
import { fieldRule } from "./core/rules.ts"
import { secret } from "./core/secret.ts"
import { Email } from "./core/shared.ts"
import { User } from "./user.ts"

/** The person who signs up. */
export const SignupUser = z
  .strictObject({
    /** The person's first name. */
    first_name: z.string().optional(),
    /** The person's last name. */
    last_name: z.string().optional(),
    /** The address to sign in with. */
    email: Email,
    /** A phone number. */
    mobile: z.string().optional(),
    /** Token of an invitation; the new user joins that account's team. */
    invite_token: secret(z.string().nullable()).optional(),
    /** The password to sign in with. */
    password: secret(z.string().min(1)),
    /** The password once more; must be equal where it is given. */
    password_confirmation: secret(z.string()).optional(),
  })
  .check(
    fieldRule(({ password, password_confirmation }, refuse) => {
      if (password_confirmation !== undefined && password_confirmation !== password)
        refuse("password_confirmation", "must equal password")
    }),
  )
export interface SignupUser extends models.SignupUser {}

/** A sign-up. */
export const Signup = z.strictObject({
  /** Who signs up. */
  user: SignupUser,
})
export interface Signup extends models.Signup {}

/** The person who signs in. */
export const LoginUser = z.strictObject({
  /** The person's address. */
  email: Email,
  /** The person's password. */
  password: secret(z.string().min(1)),
})
export interface LoginUser extends models.LoginUser {}

/** A sign-in. */
export const Login = z.strictObject({
  /** Who signs in. */
  user: LoginUser,
})
export interface Login extends models.Login {}

const { write } = endpointsWith({ section: "Sign-up, sign-in, OAuth popup", auth: noCredential })

/** Sign-up, sign-in and sign-out. The JWT comes in the response header `Authorization`, the body is the User. */
export const auth = {
  signup: write({
    method: "POST",
    path: "/v1/signup",
    summary: "Sign up a new user",
    recipients: { field: "user.email" },
    body: Signup,
    response: User,
    issues: "jwt",
    status: 201,
    example: {
      body: {
        user: {
          first_name: "Katherine",
          last_name: "Johnson",
          email: "katherine@acme.test",
          password: "mock-password",
          password_confirmation: "mock-password",
        },
      },
    },
  }),
  login: write({
    method: "POST",
    path: "/v1/login",
    summary: "Sign in with e-mail address and password",
    recipients: "nobody",
    body: Login,
    response: User,
    issues: "jwt",
    errors: [401],
    example: { body: { user: { email: "owner@acme.test", password: "mock-password" } } },
  }),
  logout: defineEndpoint({
    method: "DELETE",
    path: "/v1/logout",
    summary: "Sign out and revoke the JWT",
    section: "Sign-up, sign-in, OAuth popup",
    auth: ["jwt"],
    recipients: "nobody",
    response: null,
    status: 204,
  }),
} as const
