import { defineConfig } from "vitest/config"

// npx vitest run --root examples
export default defineConfig({ test: { include: ["*.test.ts", "simulation/*.test.ts"] } })
