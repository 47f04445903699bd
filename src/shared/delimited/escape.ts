/**
 * Prevents spreadsheets from reading a text as a formula: a text that begins with `= + - @`, their full-width forms, a
 * tab, a line break or NUL gets a leading apostrophe. If apostrophes precede such a character, one more is added, so
 * that `unescapeFormula` restores every text exactly.
 */
export const escapeFormula = (text: string): string => (/^'*[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? `'${text}` : text)

/** The inverse of `escapeFormula`; any other text (`'tis`) is returned unchanged. */
export const unescapeFormula = (text: string): string =>
  /^'+[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? text.slice(1) : text
