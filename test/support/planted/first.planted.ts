import { it } from "vitest"
import { answerWrongly } from "./wrong-response.ts"

it("lets /0/created_at be wrong", () => answerWrongly("created_at"))
