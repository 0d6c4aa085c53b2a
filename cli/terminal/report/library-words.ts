import type { InvalidArgumentError } from "../../../sdk/client/errors.ts"
import { profileCommand } from "../../line/command-text.ts"
import type { Place } from "./api-hint.ts"

interface Words {
  readonly message: string
  readonly hint?: string | undefined
}

/** The library names its options, which the user did not type: names the setting that they came from, and the way out. */
export function inOwnWords({ argument, message }: InvalidArgumentError, { profile, address }: Place): Words {
  const problem = message.slice(argument.length).replace("the client adds that", "mas adds that")
  const from = profile?.credentialFrom
  switch (argument) {
    case "apiKey":
    case "token": {
      const login = profileCommand("login", profile?.name)
      const hint = from?.startsWith("MAS_") ? `Correct it, or unset it and run \`${login}\`.` : `Run \`${login}\`.`
      return {
        message: `${from?.replace(/^profile/, "the credential of profile") ?? "the credential"}${problem}`,
        hint,
      }
    }
    case "baseUrl":
      return { message: `${address?.from ?? "the address"}${problem}` }
    case 'headers["X-Brand-SID"]':
    case "brandSid":
      return { message: `the brand${problem}`, hint: "It comes from --brand, MAS_BRAND_SID or the profile." }
    case 'headers["X-Account-ID"]':
    case "accountId":
      return { message: `the account${problem}`, hint: "It comes from --account, MAS_ACCOUNT_ID or the profile." }
    case "idempotencyKey":
      return { message: `--idempotency-key${problem}` }
    default:
      return { message: message.replace(/^headers\["(.+?)"\]/, "the header $1") }
  }
}
