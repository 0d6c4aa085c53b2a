import type { Context } from "../../connection/context.ts"
import { webhookOptions, webhooksText } from "./webhook-options.ts"

/** Prints a mock server's address and details: as lines for people, or as a record if a format is given. */
export async function showAddresses(
  { globals, flags, output }: Context,
  url: string,
  apiKey: string,
  pid?: number,
): Promise<void> {
  const webhooks = webhookOptions(flags)
  if (globals.output === undefined || globals.output === "table") {
    await output.text(`MAS mock server listening on ${url}`)
    if (pid !== undefined) await output.text(`Process: ${pid}`)
    await output.text(`API key: ${apiKey}`)
    await output.text(`Webhooks: ${webhooksText(webhooks)}`)
    await output.text(`Control API: ${url}/_mock`)
    await output.text(`Docs: ${url}/docs/`)
    await output.text(`Dashboard: ${url}/_mock/`)
  } else {
    const process = pid === undefined ? {} : { pid }
    const pages = { control: `${url}/_mock`, docs: `${url}/docs/`, dashboard: `${url}/_mock/` }
    const { allowLocalWebhooks: local_webhooks, webhookTime: sign_with } = webhooks
    await output.record({ url, ...process, api_key: apiKey, local_webhooks, sign_with, ...pages })
  }
}
