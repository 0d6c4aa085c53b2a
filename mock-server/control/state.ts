import { defineControl } from "./control.ts"

export const stateControls = {
  reset: defineControl({ method: "POST", path: "/reset", status: 204 }, ({ service, id }) => {
    service.reset(id)
  }),
}
