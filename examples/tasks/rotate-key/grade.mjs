// @ts-check
import { createInterface } from "node:readline"
import { endOf } from "../grading.mjs"

/** The file to complete. */
export const file = "worker.mjs"

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, count, start, write, world }) {
  write("key.txt", `${world.apiKey}\n`)
  const worker = start(file, { MAS_API_KEY: "" })
  const end = endOf(worker)
  const said = createInterface({ input: worker.stdout })[Symbol.asyncIterator]()
  /** Gives the worker a job, and waits for its output line; undefined if it has ended. @param {number} id */
  const work = async (id) => {
    worker.stdin.write(`${JSON.stringify({ id, to: `job-${id}@example.test`, text: "Hello" })}\n`)
    const { value } = await said.next()
    return value
  }

  const before = await work(1)
  const { token } = world.credentials.mint({ kind: "api_key" })
  write("key.txt", `${token}\n`)
  world.credentials.revoke(world.apiKey)
  const after = [await work(2), await work(3)]
  worker.stdin.end()
  const { problem } = await end

  check("It sends with the key of key.txt", [
    before !== "sent 1" && "job 1 was not done",
    count("job-1@*") !== 1 && "job 1 has no message",
  ])
  check(
    "It sends with the new key, once the old one is revoked",
    [2, 3].map((id, at) => (after[at] !== `sent ${id}` || count(`job-${id}@*`) !== 1) && `job ${id} is lost`),
  )
  check("It runs to the end of its jobs", [problem])
  const refused = world.requests({ status: 401 }).length
  check("It tries a revoked key once", [refused > 1 && `${refused} requests were refused`])
}
