/**
 * Matches a plausible e-mail address: a local part, `@`, and a domain with a dot. Adjacent parts of the pattern match
 * no common characters, so matching takes linear time.
 */
export const emailPattern = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/
