import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"

export const mainWorld = "main"

/** The default name of the `number`th additional world. */
export const worldName = (number: number): string => `w${number}`

const kinds = Object.values(credentialPrefixes).join("|")
const worldKey = new RegExp(`^((?:${kinds})\\S*)_(w\\d+)$`)

/** A key that contains its world's name, so that a client needs neither prefix nor header; unchanged in the main world. */
export const keyOfWorld = (key: string, worldId: string): string => (worldId === mainWorld ? key : `${key}_${worldId}`)

/** The key without its world's name, and that name; undefined if it contains none. */
export function splitKey(key: string): { readonly key: string; readonly worldId: string } | undefined {
  const match = worldKey.exec(key)
  return match === null ? undefined : { key: match[1] ?? "", worldId: match[2] ?? "" }
}
