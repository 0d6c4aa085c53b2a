import { isObject } from "../../sdk/client/transport/fields.ts"
import { linesOf } from "./lines.ts"

/**
 * The lock file of two branches as one, from a text with Git's conflict markers: the entries of both, and of two for one
 * folder that with the higher version. Undefined when the markers are incomplete or a side is not JSON; `two accounts`
 * when the branches belong to different ones.
 */
export function solvedLock(text: string): object | "two accounts" | undefined {
  const [ours, theirs] = ["", ""]
  const sides = { ours, theirs }
  let within: "ours" | "base" | "theirs" | undefined
  let isConflict = false
  for (const line of linesOf(text)) {
    if (line.startsWith("<<<<<<<")) [within, isConflict] = ["ours", true]
    else if (line.startsWith("|||||||")) within = "base"
    else if (line.startsWith("=======")) within = "theirs"
    else if (line.startsWith(">>>>>>>")) within = undefined
    else {
      if (within === undefined || within === "ours") sides.ours += line
      if (within === undefined || within === "theirs") sides.theirs += line
    }
  }
  if (!isConflict || within !== undefined) return undefined
  try {
    const one = united(JSON.parse(sides.ours), JSON.parse(sides.theirs))
    return isObject(one) ? one : undefined
  } catch (error) {
    return error instanceof OtherAccount ? "two accounts" : undefined
  }
}

class OtherAccount extends Error {}

function united(ours: unknown, theirs: unknown): unknown {
  if (!isObject(ours) || !isObject(theirs)) return ours ?? theirs
  const versions = [ours, theirs].map((side) => Number(Reflect.get(side, "version")))
  const [here = Number.NaN, there = Number.NaN] = versions
  if (!Number.isNaN(here) && !Number.isNaN(there)) return there > here ? theirs : ours
  // Two accounts at one address cannot be one.
  const [one, other] = [ours, theirs].map((side) => Reflect.get(side, "key"))
  if (typeof one === "string" && typeof other === "string" && one !== other) throw new OtherAccount()
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  return Object.fromEntries(
    [...names].map((name) => [name, united(Reflect.get(ours, name), Reflect.get(theirs, name))]),
  )
}
