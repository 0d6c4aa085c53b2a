/** What was asked and answered, newest 10,000 requests. */
export class Journal {}
