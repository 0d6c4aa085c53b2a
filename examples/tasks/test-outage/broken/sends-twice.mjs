/** Tries again as if it were another message. */
export async function alert(mas, { phone, machine }) {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return await mas.messages.send({ channel: "sms", to: phone, body: `${machine} has stopped.` }, { maxRetries: 0 })
    } catch {
      // Once more.
    }
  }
}
