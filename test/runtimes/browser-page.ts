import { readFileSync } from "node:fs"
import { request as ask, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { noBrowser, sharedBrowser } from "../support/browser.ts"
import type { Settings } from "./world.ts"

/** The reason if programs cannot run in a browser; undefined if they can. */
export { noBrowser }

/** Serves a page with a bundle, and forwards all other requests to the service, which accepts no cross-origin calls. */
async function servePage(bundle: Buffer, baseUrl: string) {
  const service = new URL(baseUrl)
  const server = createServer((incoming, response) => {
    const { url: path, method, headers } = incoming
    if (path === "/") return response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>")
    if (path === "/bundle.mjs") {
      return response.writeHead(200, { "Content-Type": "text/javascript" }).end(bundle)
    }
    const onward = ask({ host: service.hostname, port: service.port, path, method, headers }, (upstreamResponse) => {
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    })
    onward.on("error", () => response.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close().closeAllConnections() }
}

/** Runs a bundle in a page of a real browser; returns the result of its `run`. */
export async function runInBrowser(file: string, settings: Settings): Promise<unknown> {
  const { origin, close } = await servePage(readFileSync(file), settings.baseUrl)
  const page = await (await sharedBrowser()).newPage()
  try {
    await page.goto(origin)
    const pageSettings = { ...settings, baseUrl: origin + new URL(settings.baseUrl).pathname }
    return await page.evaluate(`import("/bundle.mjs").then(({ run }) => run(${JSON.stringify(pageSettings)}))`)
  } finally {
    await page.close()
    close()
  }
}
