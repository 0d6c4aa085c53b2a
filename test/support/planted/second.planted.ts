import { it } from "vitest"
import { answerWrongly } from "./wrong-answer.ts"

it("lets /0/updated_at be wrong", () => answerWrongly("updated_at"))
