/** An error response with its message; `fields` has the problem of each invalid field. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly fields: Readonly<Record<string, string>> = {},
  ) {
    super(message)
  }
}

/** Makes a control call in this page's world. The caller names the response type. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const sent = body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }
  return JSON.parse((await responseOf(path, { method, ...sent })) || "null")
}

/** The text of a response. Throws an error response as `Refused`. */
export async function responseOf(path: string, init: RequestInit & { readonly method: string }): Promise<string> {
  const response = await fetch(path, init)
  const text = await response.text()
  if (response.ok) return text
  throw refusalIn(text) ?? new Refused(`The mock server responded with ${response.status}`)
}

function refusalIn(text: string): Refused | undefined {
  try {
    const { message, validation_errors = {} } = JSON.parse(text)
    const fields = Object.entries(validation_errors).map(([name, rules]) => [name, [rules].flat().join(", ")] as const)
    const unsaid = fields.map(([name, rules]) => `${name} ${rules}`).filter((rule) => !String(message).includes(rule))
    return new Refused([message, ...unsaid].join("; "), Object.fromEntries(fields))
  } catch {
    return undefined
  }
}
