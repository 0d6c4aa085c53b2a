import { launchPath, popupContext, startLaunch, subscribe } from "../domain/oauth.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const oauthHandlers: HandlersFor<"oauth"> = {
  me: (world, caller) => popupContext(world, caller),

  subscribe(world, caller, { body }) {
    subscribe(world, caller, body)
    return { next_step: "connect" }
  },

  launch(world, _caller, { body }) {
    const { token } = startLaunch(world, body)
    return { launch_url: `${world.baseUrl()}${launchPath}${token}` }
  },
}
