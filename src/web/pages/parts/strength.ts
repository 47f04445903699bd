/** What a password has of what makes one good: `long` enough is the rule, `longer` is advice, `own` is refused. */
export interface Strength {
  /** Eight characters, as the API asks. */
  isLong: boolean
  /** At most 128. */
  isShortEnough: boolean
  /** No part of the person's own name or address. */
  isNotOwn: boolean
  /** 0 to 4, for the bar; a guess at how long it would take to find, no promise. */
  score: number
}

/** Judges a password by its length and variety; `own` are words that belong to the person. The API alone knows the common ones. */
export const strengthOf = (password: string, own: readonly string[] = []): Strength => {
  const written = password.normalize('NFKC')
  const plain = written.toLowerCase()
  const length = [...written].length
  const isLong = length >= 8
  const isShortEnough = length <= 128
  const isNotOwn = !ownWords(own).some((word) => plain.includes(word))
  return { isLong, isShortEnough, isNotOwn, score: isLong && isNotOwn ? scoreOf(plain) : length > 0 ? 1 : 0 }
}

/** Words of three letters are in too many others. */
const ownWords = (texts: readonly string[]) =>
  texts.flatMap((text) => text.toLowerCase().split(/[\s@.,_-]+/)).filter((word) => [...word].length >= 4)

const scoreOf = (plain: string) => {
  const weight = weightOf(plain)
  return weight >= 15 ? 4 : weight >= 11 ? 3 : 2
}

/** Characters that are not just the next of a row (`aaaa`, `1234`), the rarer counted more. */
const weightOf = (plain: string) =>
  [...plain].reduce((sum, letter, at, all) => {
    const step = at === 0 ? 2 : Math.abs((letter.codePointAt(0) ?? 0) - (all[at - 1]?.codePointAt(0) ?? 0))
    const isNew = all.indexOf(letter) === at
    return sum + (step <= 1 ? 0.25 : isNew ? 1 : 0.6)
  }, 0)
