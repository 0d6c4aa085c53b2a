/** Headers as received: names in lower case; an array when a header came several times. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** One header, several values joined by `, `; null when it is absent. */
export function headerOf(headers: HeaderRecord, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return typeof value === "string" ? value : (value?.join(", ") ?? null)
}

/** A header of a request, where names have the case that the user gave them. */
export const requestHeader = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([header]) => header.toLowerCase() === name.toLowerCase())?.[1]

/** The remaining encoding of a body; undefined when there is none. */
export function codingOf(headers: HeaderRecord): string | undefined {
  const coding = headerOf(headers, "content-encoding")
  return coding && coding.toLowerCase() !== "identity" ? coding : undefined
}

/** The time of a mock server from its header `X-MAS-Mock`, if its clock differs. Milliseconds since 1970; otherwise undefined. */
export function mockTimeIn(value: string | null | undefined): number | undefined {
  const [, now = ""] = /; now=(\S+)/.exec(value ?? "") ?? []
  const time = Date.parse(now)
  return Number.isNaN(time) ? undefined : time
}

const requestIds = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"]

/** The id of a request, from the service or a proxy before it, in any of the usual headers. */
export function requestIdOf(headers: HeaderRecord): string | undefined {
  return requestIds.map((name) => headerOf(headers, name)).find(Boolean) ?? undefined
}

/** Converts headers to the platform's `Headers`. */
export function toHeaders(headers: HeaderRecord): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) result.append(name, one)
  }
  return result
}
