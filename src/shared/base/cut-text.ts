/**
 * The beginning of a text, at most `length` UTF-16 units, without half a character at its end: as JSON PostgreSQL refuses
 * such halves.
 */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
