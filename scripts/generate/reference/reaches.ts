import { kebabCase } from "../../../mock-server/base/kebab-case.ts"
import { listEndpoints } from "../../../sdk/contract/core/endpoints.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { table } from "./markdown.ts"

/** Whom the endpoints reach, all that reach anybody. */
export function reachTable(): string {
  const rows = listEndpoints(contract).flatMap(({ name, group, spec: { reaches } }) => {
    if (reaches === "nobody") return []
    const link = `[\`${name}\`](${kebabCase(group)}.md)`
    if ("unseen" in reaches) return [[link, `people that the call does not name: ${reaches.unseen}`, "no"]]
    return [[link, `whoever \`${reaches.field}\` names`, reaches.redirect ? "yes" : "no: it says whose the record is"]]
  })
  return table(["endpoint", "reaches", "can be redirected"], rows)
}
