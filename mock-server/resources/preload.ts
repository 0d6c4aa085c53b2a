import { isLiquid, loadLiquid } from "./messages/liquid.ts"

type Preload = (body: unknown) => Promise<unknown> | undefined

/** Loads Liquid only if the message or template uses it. */
const liquidIn: Preload = (body) => {
  const parts = Object.entries(body ?? {})
  const isWanted = parts.some(([name, part]) => name === "template_id" || (typeof part === "string" && isLiquid(part)))
  return isWanted ? loadLiquid() : undefined
}

/** Modules that an endpoint loads on demand once its body is known, so that its handler stays synchronous. */
export const preloads: Readonly<Record<string, Preload>> = {
  "messages.send": liquidIn,
  "templates.create": liquidIn,
  // The stored template may use Liquid.
  "templates.update": loadLiquid,
  "templates.sendTest": loadLiquid,
}
