import { renderError } from "../render.ts"
import type { MockService } from "../service.ts"
import { notFound } from "../service-error.ts"
import type { WireRequest, WireResponse } from "../wire.ts"
import type { World } from "../world.ts"

/** Answers a call to the control interface, `/_mock/…`. */
export async function answerControl(
  _service: MockService,
  _world: World,
  _request: WireRequest,
): Promise<WireResponse> {
  return renderError(notFound("This control call"), false)
}
