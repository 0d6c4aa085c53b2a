import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { root } from "../support/files.ts"

let child: ChildProcess | undefined
afterEach(() => child?.kill("SIGKILL"))

/** Starts it on a free port; returns its output so far, and a function that waits for text in a stream. */
function start() {
  const started = spawn(process.execPath, [join(root, "scripts/start.mjs"), "--port", "0"], {
    stdio: ["ignore", "pipe", "pipe"],
  })
  child = started
  const output = { stdout: "", stderr: "" }
  const until = (stream: "stdout" | "stderr", pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output[stream])
        if (match) resolve(match)
      }
      started[stream].on("data", look)
      started.once("exit", () => reject(new Error(`It ended early:\n${output.stdout}${output.stderr}`)))
      look()
    })
  for (const stream of ["stdout", "stderr"] as const) {
    started[stream].setEncoding("utf8").on("data", (text: string) => {
      output[stream] += text
    })
  }
  return { started, until }
}

describe("npm start", () => {
  it("starts the mock server with the flags given, shows what to type next, and ends cleanly", async () => {
    const { started, until } = start()
    const [, url] = await until("stdout", /MAS mock server listening on (http:\/\/127\.0\.0\.1:\d+)/)
    const [tour] = await until("stderr", /What to type next[\s\S]*npm run demo/)
    expect(tour).toContain(`${url}/_mock/`)
    const response = await fetch(`${url}/_mock/health`)
    expect(await response.json()).toEqual({ status: "ok" })
    const endpoint = await fetch(`${url}/v1/my/webhooks`, {
      method: "POST",
      headers: { authorization: "Bearer maskey_live_mock", "content-type": "application/json" },
      body: JSON.stringify({ url: "http://127.0.0.1:3000/", events: ["email.sent"] }),
    })
    expect(endpoint.status).toBe(201)
    const ended = once(started, "exit")
    started.kill("SIGTERM")
    expect(await ended).toEqual([0, null])
  })
})
