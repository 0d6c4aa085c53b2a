import { it } from "vitest"
import { answerWrongly } from "./wrong-answer.ts"

it("lets /0/created_at be wrong", () => answerWrongly("created_at"))
