declare module "openapi-explorer/dist/es/languages/en.js" {
  const words: { readonly translation: Readonly<Record<string, unknown>> }
  export default words
}
