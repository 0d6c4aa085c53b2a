import { join } from "node:path"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import { readKept, writeKept } from "../../connection/account/kept-state.ts"
import { configFolder } from "../../connection/profile/config-path.ts"
import type { Profile } from "../../connection/profile/profile.ts"
import type { Io } from "../../terminal/io.ts"
import { shortHash } from "../../terminal/output/short-hash.ts"

/**
 * The saved answers for a file header and an account, so that the next export with this header needs no questions. For
 * another account a column may mean another consent.
 */
export function savedColumnMaps(io: Io, { baseUrl, brand }: Profile, account: AccountIdentity | undefined) {
  const path = join(configFolder(io), "contact-columns.json")
  const key = (header: readonly string[]) => shortHash([header, baseUrl, brand, account?.key])
  return {
    of: (header: readonly string[]) => readKept<Record<string, Record<string, string>>>(path)?.[key(header)],
    async keep(header: readonly string[], map: Readonly<Record<string, string>>) {
      const saved = readKept<Record<string, unknown>>(path) ?? {}
      await writeKept(path, { ...saved, [key(header)]: map })
    },
  }
}

export interface ImportState {
  parts: number
  /** The rows that were read when the last of the parts ended: with the first row of the next part. */
  rows: number
  /** The bytes of the parts. */
  bytes: number
  imported: number
  readonly imports: number[]
  /** The `id` of the file that lists the refused rows. */
  refusedFile?: string | undefined
  /** Whom --opt-in left as they are. */
  leftAlone: readonly string[]
  readonly refusedRows: (readonly [cells: readonly string[], problem: string])[]
}
