import { badRequest, notFound } from "../../../base/mock-error.ts"
import { callText } from "../../../control/call-text.ts"
import type { Control, ControlInput, ControlSent, ControlSpec } from "../../../control/control.ts"
import { controls } from "../../../control/controls.ts"
import type { MountedWorld } from "../../../world/mounted-world.ts"
import { validate } from "../input/validate.ts"
import type { Route, RouteTree } from "./route-tree.ts"
import { Router } from "./router.ts"

export const controlRoot = "/_mock"

/** A control call whose input is not typed. */
interface AnyControl extends Pick<Control, "spec"> {
  runInPieces(mounted: MountedWorld, input: object): unknown
}

function routeTo(control: Control): Route {
  const { spec, runInPieces }: AnyControl = control
  return {
    name: `${spec.method} ${spec.path}`,
    endpoint: { ...spec, path: controlRoot + spec.path },
    run: (mounted, _caller, input) => logControlCall(mounted, spec, input, runInPieces(mounted, input)),
  }
}

/** Logs a successful call and returns its result. Failed calls are not logged. */
function logControlCall<R>(mounted: MountedWorld, spec: ControlSpec, input: ControlParts, response: R): R {
  if (spec.method === "GET") return response
  if (response instanceof Promise) {
    response.then(
      (result) => note(mounted, spec, input, result),
      () => {},
    )
  } else note(mounted, spec, input, response)
  return response
}

/** Logs a control call. A replaced world needs no log. */
function note({ world }: MountedWorld, { method, path }: ControlSpec, input: ControlParts, result: unknown): void {
  const { params, body } = input
  const entry = {
    after: world.journal.lastId,
    at: world.now(),
    call: `${method} ${path}`,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(Reflect.get(Object(params), name))),
    ),
    body,
  }
  world.controlLog.add(entry)
  world.history.add(entry.at, { what: callText(entry, result) })
}

interface ControlParts {
  readonly params?: unknown
  readonly body?: unknown
}

/** Every call of the control API. It serves programs on this machine, so bodies may be large and of any type. */
export const controlTree: RouteTree = {
  router: new Router(controls.map(routeTo)),
  json: { limit: 1024 * 1024 * 1024, isTyped: false },
  isLimited: false,
  ignoresUnknown: false,
  refusePath: () => notFound("Control call"),
  refuseEscape: (segment) => badRequest(`The path has a broken escape: ${segment}`),
  refuseParams: (error) => error,
}

/** Makes a control call in process. Invalid input throws a 422 that names the field. */
export function callControl<S extends ControlSpec, R>(
  { spec, run }: Control<S, R>,
  mounted: MountedWorld,
  sent: ControlSent<S>,
): R {
  const parts: Readonly<Partial<Record<"params" | "query" | "body", unknown>>> = sent
  const input: Partial<Record<"params" | "query" | "body", unknown>> = {}
  for (const part of ["params", "query", "body"] as const) {
    const schema = spec[part]
    if (schema !== undefined) input[part] = validate(schema, parts[part] === undefined ? {} : parts[part])
  }
  return logControlCall(mounted, spec, input, run(mounted, input as ControlInput<S>))
}
