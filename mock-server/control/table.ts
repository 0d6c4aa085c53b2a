import { clockControls } from "./clock.ts"
import { contactControls } from "./contacts.ts"
import type { Control } from "./control.ts"
import { requestControls } from "./requests.ts"
import { stateControls } from "./state.ts"
import { worldControls } from "./world.ts"

/** Every call of the control interface. */
export const controls: readonly Control[] = [
  ...Object.values(worldControls),
  ...Object.values(clockControls),
  ...Object.values(stateControls),
  ...Object.values(contactControls),
  ...Object.values(requestControls),
]
