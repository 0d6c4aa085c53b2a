// @ts-check
import { checkReceiver } from "mas-sdk/mock-server"
import { freePort, untilListening } from "../grading.mjs"

/** The file to complete. */
export const file = "receiver.mjs"

const secret = "whsec_dGhlLXNlY3JldC1vZi10aGUtZ3JhZGVy"

/** The checks, each with its lines of `checkReceiver`. */
const facts = {
  "It accepts valid signatures": ["signed", "type-bounced", "type-received", "exact-bytes", "unicode", "rotation"],
  "It refuses forged requests": ["no-webhook-signature", "wrong-secret", "changed-body", "other-id", "timestamp-old"],
  "An event that is delivered twice counts once": ["same-id-again"],
  "An event whose record failed is recorded when it is sent again": ["failed-before"],
}

/** @param {import("../grading.mjs").Grading} grading */
export async function grade({ check, read, start, write }) {
  const port = await freePort()
  start(file, { PORT: String(port), MAS_WEBHOOK_SECRET: secret })
  const isUp = await untilListening(port)
  check("It listens on PORT", [!isUp && "nobody answers there"])
  if (!isUp) {
    for (const says of Object.keys(facts)) check(says, ["nobody answers there"])
    return
  }

  const report = await checkReceiver({
    url: `http://127.0.0.1:${port}/webhooks`,
    secret,
    effect: () => read("bounces.txt").split("\n").length - 1,
    breakWork: () => write("disk-is-full", ""),
    timeout: 60_000,
  })
  const failed = report.lines.filter(({ outcome }) => outcome !== "held")
  for (const [says, names] of Object.entries(facts)) {
    check(
      says,
      failed.map((line) => names.includes(line.name) && explain(line)),
    )
  }
}

/** The expectation of a line of `checkReceiver`, and the actual result. @param {{ says: string, found?: string }} line */
function explain({ says, found = "it cannot be seen." }) {
  return `${says.slice(0, -1)}: no, ${found.charAt(0).toLowerCase()}${found.slice(1).replace(/\.$/, "")}`
}
