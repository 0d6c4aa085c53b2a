import { submitForm } from "../domain/public-forms.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const publicFormHandlers: HandlersFor<"publicForms"> = {
  submit(world, caller, { body }) {
    submitForm(world, caller, body)
    return { ok: true }
  },
}
