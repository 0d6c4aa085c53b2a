import { parseUrl } from "../../../sdk/contract/core/parse-url.ts"
import { refusedValue } from "../../terminal/errors/cli-error.ts"

/** The target of `--forward-to`: a full address, or a short local one (`localhost:3000/webhooks`, `3000`). */
export function forwardAddress(address: string, flagName: string = "--forward-to"): string {
  const text = address.trim()
  const local = /^:?(\d+(?:[/?].*)?)$/.exec(text)?.[1]
  const hasScheme = /^\w+:\/\//.test(text)
  const fullUrl = hasScheme ? text : `http://${local === undefined ? text : `localhost:${local}`}`
  const url = parseUrl(fullUrl)
  // A single word is more likely a typo than a host name.
  const isHost = url !== undefined && url.username === "" && (url.port !== "" || /^localhost$|[.\]]/.test(url.hostname))
  if (url && (hasScheme || isHost) && /^https?:$/.test(url.protocol)) return fullUrl
  throw refusedValue(flagName, "must be an address such as localhost:3000/webhooks or http://127.0.0.1:3000/webhooks")
}
