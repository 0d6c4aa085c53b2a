import { domainToASCII } from "node:url"
import { forbidden } from "../base/mock-error.ts"
import type { ServiceError } from "../base/service-error.ts"

const loopbackName = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const nameAndPort = /^([^:]+|\[[^\]]+\]):\d+$/
const isAscii = /^[\x21-\x7e]*$/
const plainName = /^[\w.:[\]-]{1,260}$/

/** Which host names are answered, beside those of loopback. */
interface Answered {
  /** Names, with or without a port; one that begins with a dot is a domain with all below it, and `*` is every name. */
  readonly allowed?: readonly string[]
  /** True when the service itself is for every name, and only its control is not. */
  readonly isOpen?: boolean
}

/**
 * The host names that requests may be for. A web page whose own name was pointed at this machine is of the same origin as the
 * server to its browser, but its requests still carry that name. A request without a socket has no `Host`.
 */
export class HostNames {
  readonly #allowed: ReadonlySet<string>
  readonly #isOpen: boolean
  /** The one that was answered last: the next request is mostly for it, too. */
  #last: string | undefined

  constructor({ allowed = [], isOpen = false }: Answered) {
    this.#allowed = new Set(allowed.map(nameOf))
    this.#isOpen = isOpen || this.#allowed.has("*")
  }

  /** The 403 for a request to the service. HTTP 1.0 knows no `Host`, and no browser speaks it. */
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
    const [shown, flag] = plainName.test(host) ? [` ${host}`, name] : ["", "NAME"]
    return forbidden(
      `Not answered for the host name${shown}: start the server with --allow-host ${flag} (allowedHosts in code) to allow it`,
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
