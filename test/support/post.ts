import type { MockService } from "../../mock-server/index.ts"

/** Calls the service with the key of its seeded account. */
export const post = (
  { apiKey, fetch }: Pick<MockService, "apiKey" | "fetch">,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(path, {
    method: "POST",
    headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  })
