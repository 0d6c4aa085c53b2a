// The mock service in this process, without a socket.
import { Mas } from "mas-sdk"
import { createMockService } from "mas-sdk/mock-server"

const service = createMockService({ clock: "frozen" })
const mas = new Mas(service.clientOptions)

const message = await mas.messages.send({ channel: "sms", to: "+15550100", body: "Your code is 4711" })
console.log(service.world.messages.get(message.id).text)
await service.close()
