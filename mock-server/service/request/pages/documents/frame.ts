import { escapeHtml } from "../html.ts"

/** The output of `scripts/generate/pages`: the style of all pages, and the Content-Security-Policy with its hash. */
export interface PageStyle {
  readonly policy: string
  readonly style: string
}

/** What differs between the mock server and a static site; `up` leads from a page to the root of all pages. */
export interface PageSurroundings {
  /** Elements for the page's head. */
  head(up: string): string
  /** Links to what is beside the pages, for the page's header. */
  links(up: string): string
}

/** What is around the pages of the mock server. */
export const mockServerSurroundings: PageSurroundings = {
  head: () => "",
  links: (up) => `<a href="${up}api">Try it</a>
<a href="${up}../_mock/">Dashboard</a>
<a href="${up}../openapi.yaml">OpenAPI</a>`,
}

/** The parts of a page; `pages` is the address of the list of all pages. */
interface Frame extends Readonly<Record<"title" | "up" | "pages" | "style" | "body", string>> {
  readonly surroundings: PageSurroundings
}

/** The frame that all pages share around their own content. */
export const frameHtml = ({ title, up, pages, style, body, surroundings }: Frame): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title === "mas-sdk" ? title : `${escapeHtml(title)} · mas-sdk`}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
${surroundings.head(up)}</head>
<body>
<header>
<a href="${up || "./"}">mas-sdk</a>
<a href="${pages}">All pages</a>
${surroundings.links(up)}
</header>
${body}
</body>
</html>
`
