/**
 * The strength of a password. It must be long, short enough, and more than the person's own data; the score is advice.
 */
export interface Strength {
  /** Whether it has at least eight characters, as the API requires. */
  isLong: boolean
  /** Whether it has at most 128 characters. */
  isShortEnough: boolean
  /** Whether it is more than the person's name and address with digits and signs. */
  isNotOwn: boolean
  /** 0 to 4, for the bar: an estimate of how hard the password is to guess. */
  score: number
}

/**
 * Rates a password by its length and variety; `personal` are texts about the person. Common passwords are known only to
 * the API.
 */
export const strengthOf = (password: string, personal: readonly string[] = []): Strength => {
  const plain = password.normalize('NFKC').toLowerCase()
  const length = [...plain].length
  const isLong = length >= 8
  const isShortEnough = length <= 128
  const letters = plain.replace(/\P{L}/gu, '')
  const isNotOwn = letters === '' || withoutWords(letters, wordsOf(personal)) !== ''
  return { isLong, isShortEnough, isNotOwn, score: isLong && isNotOwn ? scoreOf(plain) : length > 0 ? 1 : 0 }
}

const wordsOf = (texts: readonly string[]) =>
  texts
    .flatMap((text) =>
      text
        .normalize('NFKC')
        .toLowerCase()
        .split(/\P{L}+/u),
    )
    .filter((word) => word.length > 1)
    .sort((a, b) => b.length - a.length)

const withoutWords = (letters: string, words: readonly string[]) =>
  words.reduce((remaining, word) => remaining.replaceAll(word, ''), letters)

const scoreOf = (plain: string) => {
  const weight = weightOf(plain)
  return weight >= 14 ? 4 : weight >= 9.5 ? 3 : weight >= 5 ? 2 : 1
}

/** The number of characters that do not just continue a sequence (`aaaa`, `1234`), weighted by rarity. */
const weightOf = (plain: string) =>
  [...plain].reduce((sum, letter, index, all) => {
    const step = index === 0 ? 2 : Math.abs((letter.codePointAt(0) ?? 0) - (all[index - 1]?.codePointAt(0) ?? 0))
    const isNew = all.indexOf(letter) === index
    return sum + (step <= 1 ? 0.25 : isNew ? 1 : 0.6)
  }, 0)
