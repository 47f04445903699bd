/** Names of the portal's own as SQL literals: `'a', 'b'`. Not for what people type. */
export const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')
