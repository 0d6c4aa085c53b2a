import type { Login, Signup } from "../../contract/auth.ts"
import type { User } from "../../contract/user.ts"
import { ResponseValidationError } from "../errors.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise, ApiResponse } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** A person who has signed in. */
export interface SignedIn {
  /** The person who signed in. */
  readonly user: User
  /** The JWT, valid for 15 days: pass it as the client's option `token`. */
  readonly token: string
}

/** Sign-up, sign-in and sign-out. No credential is needed to sign up or in. */
export class Auth extends Resource {
  /**
   * Sign up a new user; with `invite_token` the user joins the team that sent the invitation.
   * Spec: Sign-up, sign-in, OAuth popup.
   * @throws UnprocessableEntityError when the address is taken or the passwords differ.
   */
  signup(body: Signup, options?: RequestOptions): ApiPromise<SignedIn> {
    return this.call("auth.signup", { body }, options).map(signedIn)
  }

  /**
   * Sign in with e-mail address and password. Spec: Sign-up, sign-in, OAuth popup.
   * @example
   * const { token } = await mas.auth.login({ user: { email, password } })
   * const asPerson = mas.withOptions({ token })
   * @throws AuthenticationError when address or password is wrong.
   */
  login(body: Login, options?: RequestOptions): ApiPromise<SignedIn> {
    return this.call("auth.login", { body }, options).map(signedIn)
  }

  /** Sign out: revokes only the JWT of this call. Spec: Sign-up, sign-in, OAuth popup. */
  logout(options?: RequestOptions): ApiPromise<void> {
    return this.call("auth.logout", {}, options)
  }
}

/** The JWT is in a response header, the user in the body. */
export function signedIn(user: User, response: ApiResponse): SignedIn {
  const token = /^Bearer +(\S+)$/i.exec(response.header("Authorization") ?? "")?.[1]
  if (token !== undefined) return { user, token }
  const message = `${response.method} ${response.path} succeeded, but its response has no JWT in the header Authorization`
  throw new ResponseValidationError(message, response, response.status)
}
