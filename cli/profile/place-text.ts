import type { Profile } from "./profile.ts"

/** Where a command really goes, for questions: the profile where address and credential are its own, else the address and whose credential goes along. */
export function placeText({ name, baseUrl, baseUrlFrom, credentialFrom, brand, account }: Profile): string {
  const own = `profile ${name}`
  const isOwn = name !== undefined && baseUrlFrom === own && (credentialFrom === own || credentialFrom === undefined)
  const where = isOwn ? `in ${own} (${baseUrl})` : `at ${baseUrl}`
  const credential = isOwn || credentialFrom === undefined ? [] : [`credential of ${credentialFrom}`]
  const inside = [brand && `brand ${brand}`, account && `account ${account}`].filter((part) => part !== undefined)
  return [where, ...credential, ...inside].join(", ")
}
