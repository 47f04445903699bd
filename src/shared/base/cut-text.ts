/**
 * Cuts a text to at most `length` UTF-16 units, without splitting a surrogate pair: PostgreSQL rejects lone surrogates
 * in JSON.
 */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
