import { join } from "node:path"
import { stateFolder } from "../../../sdk/files/state-folder.ts"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import { readKept, writeKept } from "../../connection/account/kept-state.ts"
import type { Context } from "../../connection/context.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"

/** The ports of the accounts used last: each start of a mock server is another account. */
const maxPorts = 50

/** The port that `--print-secret` chose for an account, so that `listen` is at the endpoint whose secret was printed. */
export interface KeptPort {
  readonly port: number | undefined
  keep(url: string): Promise<void>
}

export async function keptPort({ io, profile }: Context, account: AccountIdentity): Promise<KeptPort> {
  const path = join(stateFolder(io), "listen.json")
  const { baseUrl, brand } = await profile()
  const key = shortHash([baseUrl, brand, account.key])
  const ports = () => Object.entries(readKept<Record<string, unknown>>(path) ?? {})
  const port = Number(ports().find(([name]) => name === key)?.[1])
  return {
    port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined,
    async keep(url) {
      const others = ports().filter(([name]) => name !== key)
      const all = [...others.slice(1 - maxPorts), [key, Number(new URL(url).port)]]
      // If it cannot be written, the next command uses another port.
      await writeKept(path, Object.fromEntries(all)).catch(() => {})
    },
  }
}
