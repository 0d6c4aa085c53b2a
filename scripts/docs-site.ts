import { buildSite } from "./docs-site/build.ts"

// Usage: npm run docs:site [-- FOLDER]. Writes the documents as a static site into the folder, `site` by default.

const [folder = "site"] = process.argv.slice(2)
const { pages, bytes } = await buildSite(folder)
console.log(`${folder}: ${pages} pages, ${Math.round(bytes / 1000)} kB. Serve them with: npx http-server ${folder}`)
