/** The width of a text in points. */
export type Measure = (text: string) => number

/**
 * Breaks a text into lines of at most `width`: at line ends, at spaces, after hyphens and slashes, and between Chinese
 * characters, but never before a closing or after an opening punctuation mark. Longer units are cut.
 */
export const breakLines = (text: string, width: number, measure: Measure): string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (const unit of unitsOf(paragraph)) {
      if (measure((line + unit).trimEnd()) <= width) {
        line += unit
        continue
      }
      if (line.trim()) lines.push(line.trimEnd())
      const [lastPiece = '', ...fullLines] = cut(unit, width, measure).reverse()
      lines.push(...fullLines.reverse())
      line = lastPiece
    }
    return [...lines, line.trimEnd()]
  })

/** The width of the longest part of a text that cannot be broken. */
export const leastWidth = (text: string, measure: Measure): number =>
  Math.max(0, ...text.split('\n').flatMap((paragraph) => unitsOf(paragraph).map((unit) => measure(unit.trimEnd()))))

/** Splits a text into units that cannot be broken, each with the spaces after it. */
const unitsOf = (text: string): string[] => {
  const units: string[] = []
  let unit = ''
  let last = ''
  for (const character of text) {
    if (unit && mayBreak(last, character)) {
      units.push(unit)
      unit = ''
    }
    unit += character
    last = character
  }
  return unit ? [...units, unit] : units
}

const mayBreak = (last: string, next: string): boolean => {
  if (space.test(next)) return false
  if (space.test(last)) return true
  if (opening.includes(last) || closing.includes(next)) return false
  return han.test(last) || han.test(next) || ('-/–—'.includes(last) && /\p{L}/u.test(next))
}

const space = /[^\S\u00a0]/
const han = /[\p{Script=Han}\u3000-\u303f\u3040-\u30ff\uff00-\uffef]/u
const opening = '（《〈「『【〔“‘([{'
const closing = '）》〉」』】〕”’，。、；：！？…％)]},.;:!?%'

const cut = (unit: string, width: number, measure: Measure): string[] => {
  if (measure(unit.trimEnd()) <= width) return [unit.trimStart()]
  const pieces: string[] = []
  let piece = ''
  for (const character of unit) {
    if (piece && measure(piece + character) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
