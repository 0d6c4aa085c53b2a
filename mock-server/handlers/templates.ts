import { changeTemplate, createTemplate, testTemplate } from "../domain/templates.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const templateHandlers: HandlersFor<"templates"> = {
  list: (world, { brand }, { page }) => world.tables.templates.page("brand", brand.id, page),

  get: (world, caller, { params }) => world.tables.templates.own(caller, params.id),

  create: (world, caller, { body }) => createTemplate(world, caller, body),

  update: (world, caller, { params, body }) => changeTemplate(world, caller, params.id, body),

  sendTest: (world, caller, { params, body }) =>
    testTemplate(world, caller, world.tables.templates.own(caller, params.id), [body.email].flat()),
}
