/**
 * Text with eight marks at most in a row, which no writing exceeds: `normalize` sorts the marks of a letter, in a time that
 * is the square of their number.
 */
export const fewMarks = (text: string): string => text.replace(manyMarks, '$1')
const manyMarks = /(\p{M}{8})\p{M}+/gu

/**
 * Normalises text for comparison without case, accents of Latin letters and full-width forms: `Türkiye` equals
 * `turkiye`.
 */
export const fold = (text: string): string =>
  fewMarks(text)
    .normalize('NFKD')
    .replace(accents, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(unseen, '')
    .replace(undecomposed, (letter) => plain[letter] ?? letter)

const accents = /(\p{Script=Latin})\p{M}+/gu
const unseen = /\p{Default_Ignorable_Code_Point}/gu
// Latin letters that Unicode does not decompose.
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const undecomposed = /[ßæœøłđðþı]/g
