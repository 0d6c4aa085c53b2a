import type { Context } from "../context.ts"

/** Prints a mock server's address and details: as lines for people, or as a record if a format is given. */
export async function showAddresses(
  { globals, output }: Context,
  url: string,
  apiKey: string,
  pid?: number,
): Promise<void> {
  if (globals.output === undefined || globals.output === "table") {
    await output.text(`MAS mock server listening on ${url}`)
    if (pid !== undefined) await output.text(`Process: ${pid}`)
    await output.text(`API key: ${apiKey}`)
    await output.text(`Control API: ${url}/_mock`)
    await output.text(`Docs: ${url}/docs/`)
    await output.text(`Dashboard: ${url}/_mock/`)
  } else {
    const process = pid === undefined ? {} : { pid }
    const pages = { control: `${url}/_mock`, docs: `${url}/docs/`, dashboard: `${url}/_mock/` }
    await output.record({ url, ...process, api_key: apiKey, ...pages })
  }
}
