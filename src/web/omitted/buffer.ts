/**
 * Stands in for `buffer`. Casbin turns the text of its model into a Buffer only to take the text
 * out again; everything else in it that uses one is for IP addresses, which our model does not know.
 */
export const Buffer = { isBuffer: () => false, from: (text: string) => text }
