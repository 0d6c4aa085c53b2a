import { expect, it } from "vitest"
import { connect, json, rejection, serve } from "./support.ts"

const failed = (count: number) => ({
  id: 7,
  status: "failed",
  import_errors: Array.from({ length: count }, (_, at) => [at + 1, `has no \u001b[1me-mail`, "ada,secret text"]),
})

it.each([
  [0, "import 7 will not be done: it failed"],
  [1, "import 7 will not be done: it failed: line 1 has no \\u001b[1me-mail"],
  [3, expect.stringMatching(/: it failed: line 1 has [^;]+; line 2 has [^;]+; line 3 has [^;]+$/)],
  [1000, expect.stringMatching(/: line 1 has [^;]+; line 2 has [^;]+; line 3 has [^;]+; and 997 more$/)],
])("the wait for an import that failed with %i row errors says why", async (count, message) => {
  const { url } = await serve((response) => json(response, 200, failed(count)))
  const error = await rejection(connect(url).imports.waitUntilDone(7))
  expect(error).toMatchObject({ name: "WaitError", message, state: { id: 7 } })
  expect(String(error)).not.toContain("secret text")
})
