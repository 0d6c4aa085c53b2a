/** An answer that is no success, with what it says. */
export class Refused extends Error {}

/** Makes a control call of the world that this page is of; answers the text of its JSON. */
export async function callText(method: string, path: string, body?: object): Promise<string> {
  const response = await fetch(path, {
    method,
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.ok) return text
  throw new Refused(messageOf(text) ?? `The mock server answered ${response.status}`)
}

/** The same, parsed; its shape is as the control interface says. */
export async function call<T>(method: string, path: string, body?: object): Promise<T> {
  return JSON.parse((await callText(method, path, body)) || "null")
}

function messageOf(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}
