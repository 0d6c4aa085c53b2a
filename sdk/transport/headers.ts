/** Headers as they came: names in lower case, several values where a header came several times. */
export type HeaderRecord = Readonly<Record<string, string | readonly string[] | undefined>>

/** One header, several values joined by `, `; null when it is not there. */
export function headerOf(headers: HeaderRecord, name: string): string | null {
  const value = headers[name.toLowerCase()]
  return typeof value === "string" ? value : (value?.join(", ") ?? null)
}

/** What a body is still encoded with; undefined when it is as it was meant. */
export function codingOf(headers: HeaderRecord): string | undefined {
  const coding = headerOf(headers, "content-encoding")
  return coding && coding.toLowerCase() !== "identity" ? coding : undefined
}

const requestIds = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "cf-ray"]

/** The name that the service, or what stands before it, gave a request; whichever header carries it. */
export function requestIdOf(headers: HeaderRecord): string | undefined {
  return requestIds.map((name) => headerOf(headers, name)).find(Boolean) ?? undefined
}

/** As the platform's own class. */
export function toHeaders(headers: HeaderRecord): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    for (const one of [value ?? []].flat()) result.append(name, one)
  }
  return result
}
