// Updates the welcome mail of every client: npx tsx operate.ts clients.json
import { AuthenticationError, ConflictError, Mas, PermissionDeniedError, type Template } from "mas-sdk"
import { type Client, readClients } from "./clients.ts"

const mas = new Mas({ apiKey: "none", maxRetries: 4 })
const wanted = {
  name: "Welcome",
  subject: "Welcome to {{ data.shop }}",
  html: "<p>Good to see you, {{ contact.first_name }}.</p>",
}

for (const client of readClients(process.argv[2] ?? "clients.json")) {
  console.log(`${client.name}: ${await operate(client).catch(reasonToStop)}`)
}

async function operate({ credential }: Client): Promise<string> {
  if (credential === undefined) return "no grant yet"
  // Only shares connections with the other clients.
  const brand = mas.withOptions({ apiKey: credential })
  const { admission_status } = await brand.delivery.status()
  const templates = await brand.templates.list({ limit: 100 }).toArray()
  const template = templates.find(({ name }) => name === wanted.name)
  const change = template === undefined ? await brand.templates.create(wanted) : await bring(brand, template)
  return `template ${change.id} is version ${change.version}; sending is ${admission_status}`
}

/** Updates a template from the version that was read; if the client changed it meanwhile, reads it again. */
async function bring(brand: Mas, { id, version, subject, html }: Template): Promise<Template> {
  if (subject === wanted.subject && html === wanted.html) return brand.templates.get(id)
  try {
    return await brand.templates.update(id, { ...wanted, if_version: version })
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error
    return bring(brand, await brand.templates.get(id))
  }
}

/** A revoked grant is not a failure; any other error is. */
function reasonToStop(error: unknown): string {
  if (error instanceof AuthenticationError) return `stopped: ${error.detail}`
  if (error instanceof PermissionDeniedError) return `not allowed: ${error.detail}`
  throw error
}
