import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"

/** Starts Prism in front of a server, as a proxy that validates requests and responses against a document. */
export async function startPrism(folder: string, document: string, target: string) {
  const port = await freePort()
  const program = join(folder, "dist/index.js")
  const args = ["proxy", document, target, "--port", String(port), "--cors=false"]
  const child = spawn(process.execPath, [program, ...args], { stdio: ["ignore", "pipe", "pipe"] })
  await printed(child, "Prism is listening")
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, "exit")
    },
  }
}

/** Waits until a program has printed `words`; rejects with its output if it exits first. */
function printed(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ""
    const listen = (chunk: Buffer) => {
      output += chunk
      if (output.includes(words)) resolve()
    }
    child.stdout?.on("data", listen)
    child.stderr?.on("data", listen)
    child.on("error", reject)
    child.on("exit", (code) => reject(new Error(`Prism ended with ${code}:\n${output}`)))
  })
}

/** A port that was free a moment ago: Prism does not report a port that it chose. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}
