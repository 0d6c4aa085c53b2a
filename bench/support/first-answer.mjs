// Starts the mock server; at the end of its input it says how much CPU all that took. For bench/mock-start.ts.
const { startMockServer } = await import(process.env.MAS_MOCK_SERVER ?? "mas-sdk/mock-server")
const server = await startMockServer({ port: 0 })
process.stdout.write(`${server.url}\n`)
process.stdin.on("end", () => {
  process.stdout.write(JSON.stringify(process.cpuUsage()))
  process.stdin.destroy()
  void server.close()
})
process.stdin.resume()
