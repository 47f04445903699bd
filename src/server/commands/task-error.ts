/** An error whose message is printed on the command line without a stack. */
export class TaskError extends Error {}
