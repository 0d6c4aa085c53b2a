import type { publicForms } from "../../sdk/contract/public-forms.ts"
import { takeForm } from "../domain/public-forms.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const publicFormHandlers: HandlersFor<typeof publicForms> = {
  submit(world, caller, { body }) {
    takeForm(world, caller, body)
    return { ok: true }
  },
}
