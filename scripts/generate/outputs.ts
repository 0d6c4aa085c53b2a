import { renderRoutes } from "./routes.ts"

/** A generated file: where it is, from the folder of package.json, and what it must hold. */
export interface Output {
  readonly path: string
  readonly render: () => string | Promise<string>
}

/** Every generated file. Each render depends on the sources alone, never on time, place or machine. */
export const outputs: readonly Output[] = [{ path: "sdk/routes.gen.ts", render: renderRoutes }]
