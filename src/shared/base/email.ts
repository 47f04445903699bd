/**
 * An e-mail address as far as a pattern can check it: a local part, `@`, and a domain with a dot. No two parts of the
 * pattern match the same characters, so the time grows linearly with the length.
 */
export const emailPattern = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/
