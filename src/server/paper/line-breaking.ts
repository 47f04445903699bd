/** The width of a text in points. */
export type Measure = (text: string) => number

/**
 * Breaks a text into lines of at most `width`: at its line ends, at spaces, after hyphens and slashes, and between
 * Chinese characters, though never before a closing mark or after an opening one. Longer units are cut.
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
      const [rest = '', ...full] = cut(unit, width, measure).reverse()
      lines.push(...full.reverse())
      line = rest
    }
    return [...lines, line.trimEnd()]
  })

/** The width below which a text cannot be broken any more. */
export const leastWidth = (text: string, measure: Measure): number =>
  Math.max(0, ...text.split('\n').flatMap((paragraph) => unitsOf(paragraph).map((unit) => measure(unit.trimEnd()))))

/** Splits a text into units that stay on one line, with the spaces after them. */
const unitsOf = (text: string): string[] => {
  const units: string[] = []
  let unit = ''
  let last = ''
  for (const sign of text) {
    if (unit && mayBreak(last, sign)) {
      units.push(unit)
      unit = ''
    }
    unit += sign
    last = sign
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
  for (const sign of unit) {
    if (piece && measure(piece + sign) > width) {
      pieces.push(piece)
      piece = ''
    }
    piece += sign
  }
  return [...pieces, piece]
}
