import { domainToASCII } from "node:url"
import { forbidden } from "../../base/mock-error.ts"
import type { ServiceError } from "../../base/service-error.ts"

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const nameAndPort = /^([^:]+|\[[^\]]+\]):\d+$/
const isAscii = /^[\x21-\x7e]*$/
const plainName = /^[\w.:[\]-]{1,260}$/

/** The allowed host names besides loopback. */
interface HandledHost {
  /** Host names, with or without a port. A leading dot allows all subdomains, too; `*` allows every name. */
  readonly allowed?: readonly string[]
  /** True to allow every name for the service, but not for the control API. */
  readonly isOpen?: boolean
}

/**
 * The allowed host names, a protection against DNS rebinding: a page whose host name was pointed at this machine has
 * the server's origin, but its requests still carry that name. A request without a socket has no `Host`.
 */
export class HostNames {
  readonly #allowed: ReadonlySet<string>
  readonly #isOpen: boolean
  /** The last allowed name, a cache: the next request usually has the same one. */
  #last: string | undefined

  constructor({ allowed = [], isOpen = false }: HandledHost) {
    this.#allowed = new Set(allowed.map(nameOf))
    this.#isOpen = isOpen || this.#allowed.has("*")
  }

  /** The 403 for a request to the service. HTTP 1.0 has no `Host`, and no browser uses it. */
  serviceRefusal(host: string | undefined): ServiceError | undefined {
    return this.#isOpen || host === "" ? undefined : this.controlRefusal(host)
  }

  controlRefusal(host: string | undefined): ServiceError | undefined {
    if (host === undefined || host === this.#last || this.#allowed.has("*")) return undefined
    const name = nameOf(host)
    if (loopbackName.test(name) || this.#isAllowed(name)) {
      this.#last = host
      return undefined
    }
    const [hostText, flag] = plainName.test(host) ? [` ${host}`, name] : ["", "NAME"]
    return forbidden(
      `The host name${hostText} is not allowed: start the server with --allow-host ${flag} (allowedHosts in code) to allow it`,
    )
  }

  #isAllowed(name: string): boolean {
    if (this.#allowed.has(name)) return true
    return [...this.#allowed].some((domain) => domain.startsWith(".") && `.${name}`.endsWith(domain))
  }
}

/** A host name without its port, as browsers send it: lower case, ASCII. */
function nameOf(host: string): string {
  const name = (nameAndPort.exec(host)?.[1] ?? host).toLowerCase()
  return isAscii.test(name) ? name : domainToASCII(name) || name
}
