/**
 * Prevents spreadsheets from reading a text as a formula: one that begins with `= + - @`, their full-width forms, a
 * tab, a line end or NUL gets a leading apostrophe. A text with only apostrophes before such a character gets one more,
 * so that `unescapeFormula` restores every text.
 */
export const escapeFormula = (text: string): string => (/^'*[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? `'${text}` : text)

/** The text that `harmless` was given; any other text (`'tis`) stays as it is. */
export const unescapeFormula = (text: string): string =>
  /^'+[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? text.slice(1) : text
