import type { OAuthLaunch, OAuthLaunchUrl, PopupContext, PopupNextStep, PopupSubscribe } from "../../contract/oauth.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** The popup in which a person signs in and picks a plan. For JWTs and the popup's browser session. */
export class OAuth extends Resource {
  /** The accounts and plans that the popup offers. Spec: Sign-up, sign-in, OAuth popup. */
  me(options?: RequestOptions): ApiPromise<PopupContext> {
    return this.call("oauth.me", {}, options)
  }

  /**
   * Take a plan; returns where the popup goes next. Costs money, so it is not retried once it may have been received.
   * Spec: Sign-up, sign-in, OAuth popup.
   * @throws UnprocessableEntityError when the plan or the payment method is refused.
   */
  subscribe(body: PopupSubscribe, options?: RequestOptions): ApiPromise<PopupNextStep> {
    return this.call("oauth.subscribe", { body }, options)
  }

  /**
   * Start a sign-in with an identity provider: returns a short-lived page to send the browser to.
   * `auth_intent: "agent"` needs `resume_url`. Needs no credential. Spec: Sign-up, sign-in, OAuth popup.
   * @throws BadRequestError when the provider or `resume_url` is refused.
   */
  launch(body: OAuthLaunch, options?: RequestOptions): ApiPromise<OAuthLaunchUrl> {
    return this.call("oauth.launch", { body }, options)
  }
}
