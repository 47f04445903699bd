import { withoutEndingZeros } from '#shared/base/money.ts'
import { textOfSerial } from './serial'
import { attribute, type XmlReader } from './xml'

/** Reads `styles.xml` and tells how a cell of a style shows its number. */
export interface Styles extends XmlReader {
  written: (value: string, style: number) => string
}

type Form = 'plain' | 'date' | 'percent' | { digits: number }

/** The formats of a workbook; `from1904` counts its days from 1904 on, as old ones from a Macintosh do. */
export const createStyles = (from1904: boolean): Styles => {
  const codes = new Map<number, string>()
  const forms: Form[] = []
  let isCells = false

  return {
    open(name, tag) {
      if (name === 'numFmt' && codes.size < 1000)
        codes.set(Number(attribute(tag, 'numFmtId')), (attribute(tag, 'formatCode') ?? '').slice(0, 500))
      else if (name === 'cellXfs') isCells = true
      else if (name === 'xf' && isCells && forms.length < 65_536) {
        const format = Number(attribute(tag, 'numFmtId') ?? 0)
        forms.push(formOf(format, codes.get(format)))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCells = false
    },
    written(value, style) {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return value.trim()
      const form = forms[style] ?? 'plain'
      if (form === 'date') return textOfSerial(number, from1904) ?? plain(number)
      if (form === 'percent') return `${plain(number * 100)}%`
      return form === 'plain' ? plain(number) : plain(number).padStart(form.digits, '0')
    },
  }
}

/** The number as spreadsheets show it: fifteen digits, no power of ten. */
const plain = (number: number): string => {
  const rounded = Number(number.toPrecision(15))
  const text = String(rounded)
  if (!text.includes('e')) return text
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString()
  return withoutEndingZeros(rounded.toFixed(20))
}

/** Characters that a format has at most, as spreadsheets have it. */
const longestCode = 255

const formOf = (format: number, code: string | undefined): Form => {
  if (code === undefined) {
    if ((format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 50 && format <= 58))
      return 'date'
    return format === 9 || format === 10 ? 'percent' : 'plain'
  }
  // Text in quotes, in brackets or after a backslash is literal; only the first section, for positive numbers, counts.
  if (code.length > longestCode) return 'plain'
  if (/\[[hms]+\]/i.test(code)) return 'plain'
  const [signs = ''] = code.replace(/"[^"]*"|\[[^[\]]*\]|\\.|[_*]./g, '').split(';')
  if (/^0{2,}$/.test(signs)) return { digits: signs.length }
  if (signs.includes('%')) return 'percent'
  return /[ymdhs年月日]/i.test(signs.replace(/general/i, '')) ? 'date' : 'plain'
}
