/** Does not try again. */
export async function alert(mas, { phone, machine }) {
  await mas.messages
    .send({ channel: "sms", to: phone, body: `${machine} has stopped.` }, { maxRetries: 0 })
    .catch(() => {})
}
