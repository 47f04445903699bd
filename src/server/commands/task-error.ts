/** An error whose message is shown to the person at the command line without a stack. */
export class TaskError extends Error {}
