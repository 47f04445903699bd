/**
 * Replaces `buffer`. Casbin converts the text of its model to a Buffer and back; other uses concern IP addresses, which
 * the model does not have.
 */
export const Buffer = { isBuffer: () => false, from: (text: string) => text }
