import { clientOptionsOf } from "../client-options.ts"
import { fetchFrom } from "../http/fetch.ts"
import { MockWorld } from "../mock-world.ts"
import { callControl } from "../request/routes/control-tree.ts"
import { apiKeyOf } from "../seed/fresh-world.ts"
import type { ServiceCore } from "../service.ts"
import { refuseReceivers } from "../world/receiver-run.ts"
import { mainWorld } from "../world/world-names.ts"

/** A world of a service in this process. @internal */
export function worldOf(service: ServiceCore, id: string): MockWorld {
  const mounted = () => service.worlds.get(id)
  const world = new MockWorld({
    id,
    get url() {
      return mounted().world.baseUrl()
    },
    get apiKey() {
      return apiKeyOf(id, mounted().setup.fixtures)
    },
    get clientOptions() {
      return clientOptionsOf(service, world)
    },
    call: (control, sent) => callControl(control, mounted(), sent),
    fetch: (input, init) => fetchFrom(service, { baseUrl: mounted().world.baseUrl(), worldId: id }, input, init),
    beside: (created) => worldOf(service, created.id),
    async close() {
      const match = service.worlds.find(id)
      if (match === undefined || id === mainWorld) return
      refuseReceivers(match.world.scheduler)
      world.delete()
      await match.world.scheduler.idle()
    },
  })
  return world
}
