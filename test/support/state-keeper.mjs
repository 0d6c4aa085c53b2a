import { createRequire } from "node:module"

// A server of the built package that changes its world and saves it all the time, until it is killed. Takes the built package's
// mock server and the state file.

const [built = "", state = ""] = process.argv.slice(2)
const { startMockServer } = createRequire(import.meta.url)(built)
const server = await startMockServer({ port: 0, clock: "frozen", state })
process.stdout.write("ready\n")
setInterval(() => server.world.fillContacts({ count: 1, prefix: "kept" }), 2)
