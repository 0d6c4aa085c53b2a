import { builtin } from "../client/transport/builtin.ts"
import type { CeilingStore } from "../stores/ceiling.ts"
import { CeilingLedger } from "../stores/memory-ceiling.ts"
import { pauseFor } from "../stores/platform-timers.ts"
import { hasCode, takeLock } from "./process-lock.ts"

/** Milliseconds to wait for the lock of other processes, which hold it for a few, and between two attempts. */
const [patience, tryEvery] = [5_000, 5]

/** Counts the sends of all processes of one machine that share a file, by the machine's clock. */
export function fileCeiling(path: string, now: () => number = Date.now): CeilingStore {
  const { mkdirSync, readFileSync, renameSync, writeFileSync } = builtin("node:fs")
  const { dirname } = builtin("node:path")
  /** Reads the file, and writes it if the step changes it. No other process does so in between. */
  async function withLedger<T>(step: (ledger: CeilingLedger) => T, isWrite = true): Promise<T> {
    if (!isWrite) return step(readLedger())
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    for (let waited = 0; ; waited += tryEvery) {
      const lock = takeLock(`${path}.lock`)
      if ("owner" in lock) {
        if (waited >= patience) throw new Error(`${path} is locked by the process ${lock.owner}`)
        await pauseFor(tryEvery)
        continue
      }
      try {
        const ledger = readLedger()
        const result = step(ledger)
        writeFileSync(`${path}.part`, JSON.stringify(ledger.state), { mode: 0o600 })
        renameSync(`${path}.part`, path)
        return result
      } finally {
        lock.release()
      }
    }
  }
  function readLedger(): CeilingLedger {
    let text: string
    try {
      text = readFileSync(path, "utf8")
    } catch (error) {
      if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return new CeilingLedger()
      throw error
    }
    try {
      return new CeilingLedger(JSON.parse(text))
    } catch (error) {
      throw new Error(`${path} is damaged: remove it, and the counts begin again`, { cause: error })
    }
  }
  return {
    sharedBy: `all on this machine that share ${path}`,
    take: (use) => withLedger((ledger) => ledger.take(use, now())),
    settle: (use, isSent) => withLedger((ledger) => ledger.settle(use, isSent, now())),
    stop: (reason) => withLedger((ledger) => ledger.stopSending(reason, now())),
    start: () => withLedger((ledger) => ledger.start(now())),
    stopped: () => withLedger(({ stop }) => stop, false),
    sinceStart: () => withLedger((ledger) => ledger.sinceStart(now()), false),
  }
}
