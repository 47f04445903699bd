/**
 * Cuts runs of combining marks to eight, more than any script needs. `normalize` sorts the marks of a letter in
 * quadratic time, so an unlimited run could block the process.
 */
export const fewMarks = (text: string): string => text.replace(manyMarks, '$1')
const manyMarks = /(\p{M}{8})\p{M}+/gu

/**
 * Folds text for comparison: ignores case, accents of Latin letters, full-width forms and invisible characters.
 * `Türkiye` equals `turkiye`.
 */
export const fold = (text: string): string =>
  fewMarks(text)
    .normalize('NFKD')
    .replace(accents, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(invisible, '')
    .replace(undecomposed, (letter) => plain[letter] ?? letter)

const accents = /(\p{Script=Latin})\p{M}+/gu
const invisible = /\p{Default_Ignorable_Code_Point}/gu
// Latin letters without a decomposition in Unicode.
const plain: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }
const undecomposed = /[ßæœøłđðþı]/g
