/** Something went wrong that the person at the command line can understand; the message is all there is to say. */
export class TaskError extends Error {}
