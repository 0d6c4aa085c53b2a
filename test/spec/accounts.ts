import type { Account } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

export const accounts: Noun<"accounts"> = {
  section: "Account, team, grants",
  endpoints: {
    list: endpoint<{ answer: Account }>("GET /v1/my/accounts", {
      success: [200],
      page: 100,
      reads: "account",
    }),
  },
}
