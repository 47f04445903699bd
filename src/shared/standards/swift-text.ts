/** Letters that Unicode does not decompose into a Latin letter and a mark. */
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
 * Converts a text to the characters that banks accept (SWIFT character set X): Latin letters without marks, digits,
 * spaces and `/-?:().,'+`. Other characters become spaces. Null if no letter or digit remains, as for a Chinese name.
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

/** `swiftText` for the name of a person or company: null also if letters of another script would be lost. */
export const swiftName = (name: string): string | null =>
  /[^\P{L}\p{Script=Latin}]/u.test(name.normalize('NFKC')) ? null : swiftText(name)
