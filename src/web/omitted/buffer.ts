/**
 * Replaces `buffer`. Casbin converts the text of its model to a Buffer and back; its other uses are for IP addresses,
 * which our model does not have.
 */
export const Buffer = { isBuffer: () => false, from: (text: string) => text }
