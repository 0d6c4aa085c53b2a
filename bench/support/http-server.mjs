// A server in a separate process, for bench/mock-http.ts. `mock`: the mock server; `bare`: node:http with fixed
// responses.
import { createServer } from "node:http"

let fixed = { status: 200, headers: {}, body: "" }

async function startMock() {
  const { startMockServer } = await import(process.env.MAS_MOCK_SERVER ?? "mas-sdk/mock-server")
  const server = await startMockServer({ port: 0 })
  await server.world.contacts.fill({ count: 10_000 })
  return server.url
}

function startBare() {
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      response.writeHead(fixed.status, fixed.headers)
      response.end(fixed.body)
    })
  })
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}`)),
  )
}

process.on("message", (message) => {
  if (message === "cpu") {
    const { user, system } = process.cpuUsage()
    process.send(user + system)
  } else if (message === "end") process.exit(0)
  else {
    fixed = message
    process.send("ready")
  }
})
process.send(process.argv[2] === "mock" ? await startMock() : await startBare())
