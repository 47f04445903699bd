/** Puts the subject before a message, unless the message already begins with it (`Supplier “X” not found`). */
export const withSubject = (subject: string | undefined, message: string, colon: string): string =>
  subject && !message.toLowerCase().startsWith(subject.toLowerCase()) ? `${subject}${colon}${message}` : message
