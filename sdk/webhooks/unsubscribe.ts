import { MasError } from "../base/mas-error.ts"
import { isSignature, type Signable, signaturesAsync } from "./hmac.ts"
import { reportError } from "./report-error.ts"
import { signatures } from "./signatures.ts"
import { refuseUnknownOptions } from "./store.ts"

/** One secret, or several during a rotation: the first one signs, any of them verifies. Each has at least 16 characters. */
export type UnsubscribeSecret = string | readonly string[]

/** Who unsubscribes, from what. */
export interface Unsubscription {
  /** The address, as it was given to `unsubscribeHeaders`. */
  readonly recipient: string
  /** The list that was given to `unsubscribeHeaders`; undefined: all mail. */
  readonly list?: string | undefined
}

/** What the link of a mail unsubscribes, and where. */
export interface UnsubscribeLink extends Unsubscription {
  /** The address of the handler, HTTPS; plain HTTP only on this machine. It may have a query. */
  readonly url: string | URL
  /** Signs the link, so that nobody can unsubscribe others. Mails in mailboxes keep it: see the guide before changing it. */
  readonly secret: UnsubscribeSecret
}

/** The headers of a mail that can be unsubscribed with one click (RFC 8058). */
export type UnsubscribeHeaders = {
  /** The link, in angle brackets. */
  "List-Unsubscribe": string
  /** Says that a POST to the link unsubscribes at once. */
  "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"
}

/** What handles unsubscriptions. */
export interface UnsubscribeOptions {
  /** The secret that the links were signed with. */
  readonly secret: UnsubscribeSecret
  /** Records the unsubscription. Mail programs repeat the call: the second one must do no harm. If it throws, the response is 500. */
  readonly onUnsubscribe: (unsubscription: Unsubscription) => unknown
  /** Receives the error that `onUnsubscribe` threw. Without it, or if it fails, there is a process warning. */
  readonly onError?: ((error: unknown) => unknown) | undefined
  /** The HTML page that asks a person who opens the link: a form that posts to it. Default: one in English. */
  readonly page?: ((unsubscription: Unsubscription) => string) | undefined
}

/** A response to the request of a mail program or a person. */
export interface UnsubscribeReply {
  readonly status: number
  readonly text: string
  readonly headers: Record<string, string>
}

/** The name of the query parameter. */
export const parameter = "unsubscribe"
const shortestSecret = 16

/**
 * The headers that let mail programs show an unsubscribe button. Gmail and Yahoo ask bulk senders for them. The service's DKIM
 * signature must cover both headers.
 *
 * ```ts
 * const headers = unsubscribeHeaders({ url: "https://acme.test/unsubscribe", secret, recipient: to, list: "news" })
 * await mas.messages.send({ channel: "email", to, subject, html, headers })
 * ```
 * Needs node:crypto; elsewhere use `unsubscribeHeadersAsync`.
 * @throws {MasError} for a URL that is not HTTPS, a short secret, a recipient that is no e-mail address, or an unknown option.
 */
export function unsubscribeHeaders(link: UnsubscribeLink): UnsubscribeHeaders {
  const { signable, toHeaders } = prepare(link)
  return toHeaders(signatures(signable))
}

/** `unsubscribeHeaders` with WebCrypto only. */
export async function unsubscribeHeadersAsync(link: UnsubscribeLink): Promise<UnsubscribeHeaders> {
  const { signable, toHeaders } = prepare(link)
  return toHeaders(await signaturesAsync(signable))
}

function prepare({ url, secret, recipient, list, ...others }: UnsubscribeLink) {
  // A misspelt list would unsubscribe from all mail.
  refuseUnknownOptions("unsubscribeHeaders", others, MasError)
  if (typeof recipient !== "string" || !/^[^\s@]+@[^\s@]+$/.test(recipient))
    throw new MasError("recipient must be the e-mail address that the mail goes to, without a name")
  if (list !== undefined && (typeof list !== "string" || list === ""))
    throw new MasError("list must be a text that says what is unsubscribed; leave it out for all mail")
  const address = readUrl(url)
  const content = encode(JSON.stringify(list === undefined ? [recipient] : [recipient, list]))
  const toHeaders = ([signature = ""]: readonly string[]): UnsubscribeHeaders => {
    address.searchParams.set(parameter, `${content}.${urlSafe(signature)}`)
    return { "List-Unsubscribe": `<${address.href}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }
  }
  return { signable: signableOf(content, secret), toHeaders }
}

function readUrl(url: unknown): URL {
  const advice = "url must be the HTTPS address of your unsubscribe handler, such as https://acme.test/unsubscribe"
  let address: URL
  try {
    address = new URL(String(url))
  } catch {
    throw new MasError(advice)
  }
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(address.hostname)
  if (address.protocol !== "https:" && !(isLocal && address.protocol === "http:")) throw new MasError(advice)
  return address
}

/** What is signed: the purpose keeps a secret's other signatures from being links. */
function signableOf(content: string, secret: unknown): Signable {
  const secrets = Array.isArray(secret) ? secret : [secret]
  const isValid = (one: unknown) => typeof one === "string" && one.length >= shortestSecret
  if (secrets.length === 0 || !secrets.every(isValid))
    throw new MasError(`secret must be a text of ${shortestSecret} characters or more, or several of them`)
  const keys = secrets.map((one) => Uint8Array.from(new TextEncoder().encode(one)))
  return { keys, start: "mas-unsubscribe.", body: content }
}

/** Responds to a request for a link with this parameter. Never rejects. */
export type UnsubscribeReceiver = (method: string | undefined, token: unknown) => Promise<UnsubscribeReply>

/** The common part of all handlers. @throws {MasError} for an option that is missing, unknown or wrong. */
export function unsubscribeReceiver(options: UnsubscribeOptions): UnsubscribeReceiver {
  const { secret, onUnsubscribe, onError, page = pageOf, ...others } = options
  refuseUnknownOptions("the unsubscribe handler", others, MasError)
  signableOf("", secret)
  for (const [name, value] of Object.entries({ onUnsubscribe, onError, page }))
    if (typeof value !== "function" && !(name === "onError" && value === undefined))
      throw new MasError(`${name} must be a function`)
  return async (method, token) => {
    // Scanners and previews open links: only a POST unsubscribes.
    if (method !== "POST" && method !== "GET" && method !== "HEAD") return say(405, "POST or GET only")
    try {
      const unsubscription = await read(token, secret)
      if (!unsubscription) return say(400, "This link is not valid. Copy it whole, or write to the sender.")
      if (method !== "POST") return say(200, page(unsubscription), "text/html")
      await onUnsubscribe(unsubscription)
      return say(200, `${unsubscription.recipient} is unsubscribed.`)
    } catch (error) {
      await reportError(error, onError)
      return say(500, "You are not unsubscribed yet: please try again later.")
    }
  }
}

async function read(token: unknown, secret: UnsubscribeSecret): Promise<Unsubscription | undefined> {
  const [content, signature, ...rest] = typeof token === "string" ? token.split(".") : []
  if (!content || !signature || rest.length > 0) return undefined
  const expected = await signaturesAsync(signableOf(content, secret))
  if (!expected.map((one) => isSignature(signature, urlSafe(one))).includes(true)) return undefined
  const [recipient = "", list]: readonly string[] = JSON.parse(decode(content))
  return list === undefined ? { recipient } : { recipient, list }
}

const urlSafe = (base64: string) => base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
const encode = (text: string) => urlSafe(btoa(String.fromCharCode(...new TextEncoder().encode(text))))
const decode = (text: string) =>
  new TextDecoder().decode(
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0)),
  )

const say = (status: number, text: string, type = "text/plain"): UnsubscribeReply => ({
  status,
  text,
  headers: {
    Allow: "GET, HEAD, POST",
    "Content-Type": `${type}; charset=utf-8`,
    "Cache-Control": "no-store",
    // The address of the page holds the token.
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex",
  },
})

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function pageOf({ recipient, list }: Unsubscription): string {
  const what = escaped(list === undefined ? recipient : `${recipient} from ${list}`)
  return `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title>
<form method="post"><p>Unsubscribe ${what}?</p><button name="List-Unsubscribe" value="One-Click">Unsubscribe</button></form></html>`
}
