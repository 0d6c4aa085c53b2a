import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Io } from "../io.ts"
import { stateFolder } from "../profile/config-path.ts"

const fileOf = (io: Io) => join(stateFolder(io), "listen.json")

/** The port that `--print-secret` chose, so that the endpoint whose secret was printed is the one that is listened at. */
export function rememberedPort(io: Io): number | undefined {
  try {
    const { port } = JSON.parse(readFileSync(fileOf(io), "utf8"))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

/** Remembers the port of an address; where it cannot, the next command has another one. */
export function rememberPort(io: Io, url: string): void {
  try {
    mkdirSync(stateFolder(io), { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(io), `${JSON.stringify({ port: Number(new URL(url).port) })}\n`, { mode: 0o600 })
  } catch {
    // It is a convenience.
  }
}
