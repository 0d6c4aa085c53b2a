import type { CommandModule } from "../context.ts"

/**
 * What runs a command, by the command's name. An endpoint of the contract that is not named here runs `endpoint.ts`;
 * named here, it has a module of its own (which can call `runEndpoint`).
 */
export const runners: Readonly<Record<string, () => Promise<CommandModule>>> = {
  "mock.start": () => import("./mock/start.ts"),
}

/** The module that runs a command; loaded only now. */
export function loadRunner(name: string): Promise<CommandModule> {
  const load = Object.hasOwn(runners, name) ? runners[name] : undefined
  return load ? load() : import("./endpoint.ts")
}
