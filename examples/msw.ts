// The mock service behind MSW: the code under test keeps its base URL, and no request leaves the process.
import { Mas } from "mas-sdk"
import { createMockService, masHandlers } from "mas-sdk/msw"
import { setupServer } from "msw/node"

const baseUrl = "https://api.mas.example"
const service = createMockService({ clock: "frozen" })
const network = setupServer(...masHandlers(service, { baseUrl }))
network.listen({ onUnhandledRequest: "error" })

const mas = new Mas({ baseUrl, apiKey: service.apiKey, fetch }) // MSW sees the global fetch
await mas.contacts.create({ email: "ana@example.test", first_name: "Ana" })
const { items } = await mas.contacts.list({ search: "ana@" })
console.log(items.map(({ email }) => email))

network.close()
await service.close()
