import { apiKeyOf } from "../../seed/fresh-world.ts"
import { fetchFrom } from "../../service/http/fetch.ts"
import { callControl } from "../../service/request/routes/control-tree.ts"
import type { ServiceCore } from "../../service/service.ts"
import { refuseReceivers } from "../../world/receiver-run.ts"
import { mainWorld } from "../../world/world-names.ts"
import { clientOptionsOf } from "../client-options.ts"
import { MockWorld } from "../mock-world.ts"

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
      world.worlds.remove(world.id)
      await match.world.scheduler.idle()
    },
  })
  return world
}
