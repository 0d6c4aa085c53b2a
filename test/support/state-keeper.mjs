import { createRequire } from "node:module"

// A server of the built package that changes and saves its world continuously until it is killed. Arguments: the built
// mock server and the state file.

const [built = "", state = ""] = process.argv.slice(2)
const { startMockServer } = createRequire(import.meta.url)(built)
const server = await startMockServer({ port: 0, clock: "frozen", state })
process.stdout.write("ready\n")
setInterval(() => void server.world.contacts.fill({ count: 5, prefix: "kept" }), 2)
