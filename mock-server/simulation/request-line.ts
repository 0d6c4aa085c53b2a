/** A request in a line: `POST /v1/my/messages to ann@example.test, key receipt-7`. */
export function requestLine(input: Request | URL | string, init?: RequestInit): string {
  const request = typeof input === "object" && "url" in input ? input : undefined
  const method = init?.method ?? request?.method ?? "GET"
  const { pathname } = new URL(request?.url ?? String(input), "http://localhost")
  if (method !== "POST") return `${method} ${pathname}`
  const key = new Headers([...new Headers(init?.headers ?? request?.headers)]).get("Idempotency-Key")
  const to = recipientOf(init?.body)
  return `POST ${pathname}${to === undefined ? "" : ` to ${to}`}${key === null ? "" : `, key ${key}`}`
}

/** Whom a body is for: the recipient of a message, or the address of a contact. */
function recipientOf(body: unknown): string | undefined {
  if (typeof body !== "string") return undefined
  try {
    const { to, email } = Object(JSON.parse(body))
    return [to, email].find((one) => typeof one === "string")
  } catch {
    return undefined
  }
}
