/** Constant names as a list of SQL literals: `'a', 'b'`. Does not escape, so never pass user input. */
export const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
