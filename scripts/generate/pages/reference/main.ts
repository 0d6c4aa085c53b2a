import "openapi-explorer/dist/es/openapi-explorer.js"
import type { WorldView } from "../../../../mock-server/control/world.ts"

/** The used members of the explorer's element. */
interface Explorer extends HTMLElement {
  loadSpec(document: object): Promise<void>
  setAuthenticationConfiguration(scheme: string, given: { readonly token: string }): Promise<void>
}

const read = async <T>(path: string): Promise<T> => (await fetch(path)).json()

/** Shows the service of the world in the page's prefix, with the keys of this world. */
async function show(explorer: Explorer): Promise<void> {
  const [document, { credentials }] = await Promise.all([
    read<object>("openapi.json"),
    read<WorldView>("../_mock/world"),
  ])
  const url = new URL("..", location.href).href.replace(/\/$/, "")
  await explorer.loadSpec({ ...document, servers: [{ url }] })
  // All given credentials go into one header, so offer only kinds that no endpoint combines.
  for (const scheme of ["api_key", "public_key"] as const)
    await explorer.setAuthenticationConfiguration(scheme, { token: credentials[scheme] })
}

const explorer = document.querySelector<Explorer>("openapi-explorer")
if (explorer) await show(explorer)
