import { hostClock } from "../../mock-server/base/host.ts"
import { startMockServer } from "../../mock-server/index.ts"

// A server that changes and saves its world continuously until it is killed. Prints the number of added contacts.

const [state = ""] = process.argv.slice(2)
const after = (_ms: number, callback: () => void) => {
  const immediate = setImmediate(callback)
  return () => clearImmediate(immediate)
}
const server = await startMockServer({ port: 0, clock: "frozen", state, hostClock: { ...hostClock, after } })
for (;;) {
  const { total } = server.world.fillContacts({ count: 50, prefix: "kept" })
  process.stdout.write(`${total}\n`)
  await new Promise(setImmediate)
}
