/**
 * Parses cells in the clipboard format of spreadsheets: tabs between cells, a line per row; cells with tabs or line
 * breaks are quoted, with doubled quotes inside. A line break at the end adds no row.
 */
export const parseTable = (text: string): string[][] => {
  const rows: string[][] = [[]]
  let cell = ''
  let at = 0
  const endCell = () => {
    rows.at(-1)?.push(cell)
    cell = ''
  }
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (sign === '"' && cell === '') {
      const quoted = quotedFrom(text, at)
      cell = quoted?.cell ?? sign
      at = quoted?.end ?? at + 1
    } else if (sign === '\t') {
      endCell()
      at += 1
    } else if (sign === '\n' || sign === '\r') {
      endCell()
      rows.push([])
      at += text.startsWith('\r\n', at) ? 2 : 1
    } else {
      cell += sign
      at += 1
    }
  }
  const ended = rows.at(-1)?.length === 0 && cell === '' && rows.length > 1
  if (ended) rows.pop()
  else endCell()
  return text === '' ? [] : rows
}

/** Writes cells in the clipboard format of spreadsheets. */
export const printTable = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map(printCell).join('\t')).join('\r\n')

const printCell = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** A quoted cell and its end; null if the quote is part of a plain text (`5" band`) or is never closed. */
const quotedFrom = (text: string, from: number): { cell: string; end: number } | null => {
  let cell = ''
  let at = from + 1
  while (at < text.length) {
    if (text[at] !== '"') {
      cell += text[at]
      at += 1
    } else if (text[at + 1] === '"') {
      cell += '"'
      at += 2
    } else {
      const next = text[at + 1]
      return next === undefined || '\t\r\n'.includes(next) ? { cell, end: at + 1 } : null
    }
  }
  return null
}
