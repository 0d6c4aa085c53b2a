import { checkReceiver, type ReceiverReport } from "../../mock-server/testing/receiver-check/check-receiver.ts"

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

/** A receiver to check. */
export interface Subject {
  readonly name: string
  readonly url: string
  readonly effect: () => number | Promise<number>
  readonly breakWork: () => unknown
}

/**
 * Checks all subjects, `atOnce` at a time, because a check mostly waits. Returns the failed lines of each, with their
 * findings.
 */
export async function checkAll(
  subjects: readonly Subject[],
  atOnce = 12,
): Promise<Record<string, Record<string, string>>> {
  const failed: Record<string, Record<string, string>> = {}
  const waiting = [...subjects]
  async function worker() {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, ...subject } = next
      // A longer timeout, and retries after late responses: the machine may be busy.
      const check = async () =>
        failedLines(await checkReceiver({ ...subject, secret, timeout: name === "answers too late" ? 12_000 : 90_000 }))
      let problems = await check()
      for (let tries = 2; tries > 0 && name !== "answers too late" && isLate(problems); tries--)
        problems = await check()
      failed[name] = problems
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failed
}

const isLate = (problems: Record<string, string>) =>
  Object.values(problems).some((text) => text.includes("none within"))
const failedLines = ({ lines }: ReceiverReport) =>
  Object.fromEntries(lines.flatMap(({ name, outcome, detail = "" }) => (outcome === "failed" ? [[name, detail]] : [])))

/** The faults that none of their lines found, with the lines that failed instead. */
export function overlooked(
  failed: Record<string, Record<string, string>>,
  faults: Readonly<Record<string, readonly string[]>>,
) {
  return Object.entries(faults).flatMap(([fault, lines]) => {
    const problems = failed[fault] ?? {}
    return lines.some((line) => line in problems) ? [] : [{ fault, problems }]
  })
}
