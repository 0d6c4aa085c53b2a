import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it, onTestFinished } from "vitest"
import { post } from "../../../cli/commands/webhooks/post.ts"

it("gives a receiver up that takes too long, whatever was collected as garbage meanwhile", async () => {
  setFlagsFromString("--expose-gc")
  const collect = runInNewContext("gc")
  const server = createServer()
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const arrived = once(server, "request")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const posted = expect(post(url, { headers: {}, body: new Uint8Array(), timeout: 200 })).rejects.toThrow(
    "no response within 0.2 s",
  )
  await arrived
  collect()
  await posted
})
