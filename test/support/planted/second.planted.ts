import { it } from "vitest"
import { answerWrongly } from "./wrong-response.ts"

it("lets /0/updated_at be wrong", () => answerWrongly("updated_at"))
