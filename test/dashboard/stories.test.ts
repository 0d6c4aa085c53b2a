import { expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Page } from "../support/page.ts"
import { messagesStories } from "./stories/messages.ts"
import { requestsStories } from "./stories/requests.ts"
import { shellStories } from "./stories/shell.ts"
import { optionsOfStories } from "./stories/story.ts"
import { timeStories } from "./stories/time.ts"
import { webhooksStories } from "./stories/webhooks.ts"
import { worldStories } from "./stories/world.ts"

// What is done in the dashboard, what it asks of the service, and what it shows then. A line of a golden file that is another
// is looked at, and written with `npx vitest run test/dashboard/stories -u` where it is meant.
const views = {
  messages: messagesStories,
  webhooks: webhooksStories,
  time: timeStories,
  requests: requestsStories,
  world: worldStories,
  shell: shellStories,
}
const stories = Object.entries(views).flatMap(([view, told]) =>
  Object.entries(told).map(([name, story]) => ({ name: `${view} ${name}`, story })),
)

it.each(stories)("the dashboard goes on as it did: $name", async ({ name, story }) => {
  const service = createMockService(optionsOfStories())
  const page = new Page(service)
  try {
    await story(page, service)
    const text = page.told.join("\n").replace(/[\d.]+ ms\b/g, "1 ms")
    await expect(text).toMatchFileSnapshot(`golden/stories/${name.replace(" ", "-")}.txt`)
  } finally {
    page.close()
    await service.close()
  }
})
