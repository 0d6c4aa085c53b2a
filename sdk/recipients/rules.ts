import type { EndpointName } from "../contract/index.ts"

/** Whom a redirected message goes to, by channel. A message of a channel that is left out is refused. */
export interface RedirectTargets {
  /** An e-mail address. */
  readonly email?: string | undefined
  /** A phone number in E.164 form. */
  readonly sms?: string | undefined
}

/**
 * Who may be written to. Judged before anything is sent, whatever way the call takes. For every other recipient the call is
 * refused with a `RecipientRefusedError`, or goes to `redirectTo`.
 */
export interface RecipientRules {
  /**
   * Addresses and phone numbers. `*` stands for any characters at the beginning or end of either side of the @, or at the end
   * of a number: `*@acme.test`, `*@*.acme.test`, `+4915*`. None when left out: an empty list is nobody, `["*"]` is everybody.
   */
  readonly allow?: readonly string[] | undefined
  /** What happens to any other recipient. `refuse` is also what happens when neither this nor `redirectTo` is given. */
  readonly otherwise?: "refuse" | undefined
  /**
   * Who gets what other recipients would have got: an address, a number, both with a comma between, or one for each channel. It
   * is allowed itself. The first recipient is kept in the e-mail's tag `redirected_from`.
   */
  readonly redirectTo?: string | RedirectTargets | undefined
  /**
   * Endpoints that may be called though they reach people who cannot be seen in the call, such as `campaigns.send`. A write to
   * a path that the contract does not have is named as `POST /v1/my/…`.
   */
  readonly allowUnseen?: readonly (EndpointName | `${string} /${string}`)[] | undefined
  /** The place where the rules are written, as errors and logs name it; `the option recipients` when left out. */
  readonly source?: string | undefined
}
