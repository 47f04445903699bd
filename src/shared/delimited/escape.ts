/**
 * A text that no spreadsheet takes for a formula: one that begins with `= + - @`, their full-width forms, a tab, a line end or NUL gets an
 * apostrophe before it. So does one in which only apostrophes come before such a sign: thus `undoHarmless` gives every text back.
 */
export const escapeFormula = (text: string): string => (/^'*[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? `'${text}` : text)

/** The text that `harmless` was given; any other text (`'tis`) stays as it is. */
export const unescapeFormula = (text: string): string =>
  /^'+[=+\-@＝＋－＠\t\r\n\0]/.test(text) ? text.slice(1) : text
