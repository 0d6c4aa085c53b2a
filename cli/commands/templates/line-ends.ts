import type { Content, Pair } from "../../templates/index.ts"
import type { Files } from "./files.ts"

/** A warning for each template in which only line ends changed: Git does that on Windows. */
export function lineEndWarnings({ changedFields }: Files, pairs: readonly Pair[]): string[] {
  return pairs.flatMap(({ folder, local, remote }) => {
    if (local === undefined || remote === undefined) return []
    const isRest = changedFields(withPlainEnds(local.content), withPlainEnds(remote.content)).length > 0
    if (isRest) return []
    return [
      `warning ${folder}: nothing but line ends was changed. Where Git did it, put \`templates/** -text\` into .gitattributes.`,
    ]
  })
}

const withPlainEnds = (content: Content): Content => ({
  ...content,
  html: content.html?.replaceAll("\r\n", "\n") ?? null,
  body: content.body?.replaceAll("\r\n", "\n") ?? null,
})
