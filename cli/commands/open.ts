import { pathToFileURL } from "node:url"
import { parseUrl } from "../../sdk/contract/core/parse-url.ts"
import { trimEndOf } from "../../sdk/contract/core/trim-end.ts"
import type { Context } from "../connection/context.ts"
import { isOn, textOf } from "../line/flag-values.ts"
import { mockAddress } from "../runners/control.ts"
import { UsageError } from "../terminal/errors/cli-error.ts"
import { openInBrowser } from "./open/browser.ts"
import { packageFile } from "./open/package-file.ts"

export async function run(context: Context): Promise<void> {
  const { args, flags, globals, io, output, note } = context
  const what = textOf(args, "what") ?? "dashboard"
  const url = what === "docs" ? await docsAddress(context) : atAddress(await mockAddress(context), "/_mock/")
  const isPrinted = isOn(flags, "print") || globals["dry-run"] || globals.agent
  const opened = !isPrinted && (await openInBrowser(url, io))
  if (globals.output !== undefined && globals.output !== "table") await output.record({ what, url, opened })
  else if (opened) note(`Opened ${url}`)
  else await output.text(url)
}

/** The address of the service's OpenAPI document. Spec: Versioning. Without a service, the same document in this package. */
async function docsAddress({ profile, program }: Context): Promise<string> {
  const { baseUrl } = await profile()
  if (baseUrl !== undefined) return atAddress(baseUrl, "/openapi.yaml")
  const file = packageFile(program, "docs/openapi.yaml")
  if (file === undefined) throw new UsageError("no address of the service is set", "Give --base-url, or use a profile.")
  return pathToFileURL(file).href
}

/** An http(s) address of a service's page; anything else must not reach the browser. */
function atAddress(baseUrl: string, path: string): string {
  const url = parseUrl(baseUrl)
  if (!url || !/^https?:$/.test(url.protocol)) throw new UsageError(`${baseUrl} is not a web address`)
  return url.origin + trimEndOf(url.pathname, "/") + path
}
