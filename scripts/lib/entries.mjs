/** The package's entries: the source of each, by its file name in dist. */
export const portable = { index: "sdk/index.ts", webhooks: "sdk/webhooks/index.ts" }
export const client = {
  ...portable,
  adapters: "sdk/sending/adapters/index.ts",
  "contacts-csv": "sdk/files/contacts-csv/index.ts",
  lint: "sdk/sending/lint/index.ts",
  otel: "sdk/client/otel.ts",
  outbox: "sdk/outbox/index.ts",
  stores: "sdk/stores/index.ts",
  "webhook-adapters": "sdk/webhooks/adapters.ts",
}
export const schemas = { contract: "sdk/contract/index.ts", validation: "sdk/client/validation.ts" }
export const service = { "mock-server": "mock-server/index.ts", msw: "mock-server/msw.ts" }

/**
 * Packages that several bundles need are built once, into `dist/shared`, as CommonJS, which both module formats can
 * import. By file name: the import in our sources, and the file that replaces it. liquidjs and yaml use their browser
 * builds: their Node builds are CommonJS or read other files.
 */
export const shared = {
  "csv-parse": { imported: "csv-parse/sync", file: "node_modules/csv-parse/lib/sync.js" },
  "html-tokenizer": { imported: "./html-tokenizer.ts", file: "mock-server/base/html-tokenizer.ts" },
  liquidjs: { imported: "liquidjs", file: "node_modules/liquidjs/dist/liquid.browser.mjs" },
  marked: { imported: "marked", file: "node_modules/marked/lib/marked.esm.js" },
  "postal-mime": { imported: "./mail-parser.ts", file: "mock-server/control/mail-parser.ts" },
  rules: { imported: "../base/rules.gen.ts", file: "mock-server/base/rules.gen.ts" },
  workbook: { imported: "./workbook.ts", file: "sdk/files/contacts-csv/workbook.ts" },
  yaml: { imported: "yaml", file: "node_modules/yaml/browser/index.js" },
}
