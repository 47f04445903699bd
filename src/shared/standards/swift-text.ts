/** Letters that do not come apart into a Latin letter and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'TH',
  þ: 'th',
  ı: 'i',
  '&': '+',
  _: '-',
  '–': '-',
  '—': '-',
  '’': "'",
  '‘': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '、': ',',
  '·': ' ',
}

/**
 * A text in the characters that banks pass on (SWIFT's set X): Latin letters without marks, digits, and `/-?:().,'+`
 * with blanks. What has no such form becomes a blank; null when no letter or digit is left, as of a name in Chinese.
 */
export const swiftText = (text: string): string | null => {
  const plain = [...text.normalize('NFKC')]
    .map((character) => letters[character] ?? character.normalize('NFD').replace(/\p{M}/gu, ''))
    .join('')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return /[A-Za-z0-9]/.test(plain) ? plain : null
}

/** The same for a name of a person or company: null also where letters of another writing are lost. */
export const swiftName = (name: string): string | null =>
  /[^\P{L}\p{Script=Latin}]/u.test(name.normalize('NFKC')) ? null : swiftText(name)
