import type { EndpointName } from "../../contract/index.ts"

/** The recipient of redirected messages, by channel. A message of an omitted channel is refused. */
export interface RedirectTargets {
  /** An e-mail address. */
  readonly email?: string | undefined
  /** A phone number in E.164 form. */
  readonly sms?: string | undefined
}

/**
 * The recipients that may be written to. Checked before anything is sent, for every kind of call. A call to any other
 * recipient is refused with a `RecipientRefusedError`, or goes to `redirectTo`.
 */
export interface RecipientRules {
  /**
   * Addresses and phone numbers. `*` stands for any characters at the beginning or end of either side of the @, or at
   * the end of a number: `*@acme.test`, `*@*.acme.test`, `+4915*`. None if omitted: an empty list is no one, `["*"]` is
   * everyone.
   */
  readonly allow?: readonly string[] | undefined
  /** What happens to other recipients. `refuse` is also the default if `redirectTo` is not given. */
  readonly otherwise?: "refuse" | undefined
  /**
   * Gets the messages of all other recipients: an address, a number, both separated by a comma, or one for each
   * channel. It is itself allowed. The e-mail's tag `redirected_from` keeps the original recipient.
   */
  readonly redirectTo?: string | RedirectTargets | undefined
  /**
   * Endpoints that may be called although they reach people that the call does not name, such as `campaigns.send`. For
   * a write to a path that the contract does not have, use `POST /v1/my/…`.
   */
  readonly allowIndirect?: readonly (EndpointName | `${string} /${string}`)[] | undefined
  /** Where the rules are defined, for errors and logs. Default `the option recipients`. */
  readonly source?: string | undefined
}
