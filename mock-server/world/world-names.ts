import { credentialPrefixes } from "../../sdk/contract/core/credentials.ts"

/** The name of the world without a prefix. */
export const mainWorld = "main"

/** The name of the world that was made as the `number`th beside the main one. */
export const worldName = (number: number): string => `w${number}`

/** The name of a world as it was after a step of its history. */
export const pastName = (worldId: string, step: number): string => `${worldId}~${step}`

/** The world and step of such a name; undefined for any other. */
export function splitPast(name: string): { readonly id: string; readonly step: number } | undefined {
  const match = /^(\w+)~(\d{1,15})$/.exec(name)
  return match === null ? undefined : { id: match[1] ?? "", step: Number(match[2]) }
}

const kinds = Object.values(credentialPrefixes).join("|")
const worldKey = new RegExp(`^((?:${kinds})\\S*)_(w\\d+)$`)

/** A key that names its world, so that a client needs neither prefix nor header; in the main world it is as it is. */
export const keyOfWorld = (key: string, worldId: string): string => (worldId === mainWorld ? key : `${key}_${worldId}`)

/** The key as its world knows it, and the world that it names; undefined where it names none. */
export function splitKey(key: string): { readonly key: string; readonly worldId: string } | undefined {
  const match = worldKey.exec(key)
  return match === null ? undefined : { key: match[1] ?? "", worldId: match[2] ?? "" }
}
