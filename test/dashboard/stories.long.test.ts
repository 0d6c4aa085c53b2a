import { expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { ServedPage } from "../support/served-page.ts"
import { messagesStories } from "./stories/messages.ts"
import { requestsStories } from "./stories/requests.ts"
import { shellStories } from "./stories/shell.ts"
import { optionsOfStories } from "./stories/story.ts"
import { timeStories } from "./stories/time.ts"
import { webhooksStories } from "./stories/webhooks.ts"
import { worldStories } from "./stories/world.ts"

// Each golden file lists the steps, the requests to the service, and the resulting page. Review each changed line; if the
// change is intended, update the files: `npx vitest run test/dashboard/stories -u`.
const views = {
  messages: messagesStories,
  webhooks: webhooksStories,
  time: timeStories,
  requests: requestsStories,
  world: worldStories,
  shell: shellStories,
}
const stories = Object.entries(views).flatMap(([view, viewStories]) =>
  Object.entries(viewStories).map(([name, story]) => ({ name: `${view} ${name}`, story })),
)

it.each(stories)("the dashboard behaves as recorded: $name", async ({ name, story }) => {
  const service = createMockService(optionsOfStories())
  const page = new ServedPage(service)
  try {
    await story(page, service)
    const text = page.told.join("\n").replace(/[\d.]+ ms\b/g, "1 ms")
    await expect(text).toMatchFileSnapshot(`golden/stories/${name.replace(" ", "-")}.txt`)
  } finally {
    page.close()
    await service.close()
  }
})
