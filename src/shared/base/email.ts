/**
 * An address as mail systems take it, as far as a pattern can tell: something, `@`, and a name with a point in it. No
 * two of its parts can match the same letters, so its time grows with the length of the text.
 */
export const emailPattern = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/
