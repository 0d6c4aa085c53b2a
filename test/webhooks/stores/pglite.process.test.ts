import { it } from "vitest"
import { testWebhookStore } from "../../../mock-server/index.ts"
import { pgliteSubject } from "./subjects.ts"

// Apart, because its WebAssembly takes some seconds to start.
it("postgresStore passes the store tests by PGlite", () => testWebhookStore(pgliteSubject), 120_000)
