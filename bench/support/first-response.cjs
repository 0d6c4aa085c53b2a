// Starts the mock server, required or imported as the argument says; at the end of its input it says how much CPU all that
// took. For bench/mock-start.ts.
const name = "mas-sdk/mock-server"

async function main() {
  const { startMockServer } = process.argv[2] === "import" ? await import(name) : require(name)
  const server = await startMockServer({ port: 0 })
  process.stdout.write(`${server.url}\n`)
  process.stdin.on("end", () => {
    process.stdout.write(JSON.stringify(process.cpuUsage()))
    process.stdin.destroy()
    void server.close()
  })
  process.stdin.resume()
}

void main()
