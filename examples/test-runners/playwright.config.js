import { defineConfig } from "@playwright/test"

export default defineConfig({ testMatch: "playwright.spec.js", reporter: "line", workers: 2 })
