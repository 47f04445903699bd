import { fold } from '#shared/kit/fold.ts'

/** The name and address of a factory, for comparison. */
export interface NamedPlace {
  name_en: string
  name_zh?: string | null
  address_en: string | null
}

/**
 * The similarity of two factories in one country from 0 to 1: how likely they are the same. Common words count little;
 * different numbers (Unit 2, Unit 3) separate them.
 */
export const similarity = (a: NamedPlace, b: NamedPlace): number =>
  isSameInChinese(a.name_zh, b.name_zh) ? 1 : englishSimilarity(a, b)

/** Whether two Chinese names are equal apart from the legal form of the company: 金织机三厂, 金织机三厂有限公司. */
const isSameInChinese = (a: string | null | undefined, b: string | null | undefined): boolean =>
  Boolean(a && b) && chineseCore(a ?? '') !== '' && chineseCore(a ?? '') === chineseCore(b ?? '')

/** A Chinese name without punctuation and legal form; unchanged if nothing else would remain. */
export const chineseCore = (name: string): string => {
  const plain = fold(name)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  const core = plain.replace(legalInChinese, '')
  return core === '' ? plain : core
}

const legalInChinese = /(?:股份有限公司|有限责任公司|有限公司|股份公司|总公司|分公司|公司|集团)+$/u

const englishSimilarity = (first: NamedPlace, second: NamedPlace): number => {
  const [a, b] = [nameWords(first.name_en), nameWords(second.name_en)]
  const names = overlap(a, b, weightOf)
  if (numbersDiffer(a, b)) return Math.min(names, 0.5)
  if (!first.address_en || !second.address_en) return names
  const places = overlap(addressWords(first.address_en), addressWords(second.address_en), () => 1)
  // The same name at another address may be a second site; a similar name at the same address is probably the same
  // factory.
  return Math.max(names * (0.85 + 0.15 * places), names >= 0.4 ? 0.5 * names + 0.5 * places : 0)
}

/** Similarity from which two factories are shown as possible duplicates. */
export const likelyDuplicate = 0.72

/** The words of a name by which other spellings can be found: all but common ones. */
export const distinctiveWords = (name: string): string[] => {
  const words = nameWords(name)
  const distinctive = words.filter((word) => weightOf(word) === 1 && !/^\d+$/.test(word))
  return distinctive.length > 0 ? distinctive : words
}

const nameWords = (name: string): string[] => words(name).filter((word) => !legalForms.has(word))
const addressWords = (address: string): string[] => words(address).filter((word) => !addressStopWords.has(word))

const words = (text: string): string[] => [
  ...new Set(
    fold(text)
      // Co.,Ltd. · (Unit-2) · S.A. de C.V.
      .replace(/\b(\p{L})\.(?=\p{L}\b)/gu, '$1')
      .split(/[^\p{L}\p{N}]+/u)
      .map((word) => (word.length > 4 ? word.replace(/s$/, '') : word))
      .filter(Boolean),
  ),
]

const overlap = (words: readonly string[], others: readonly string[], weight: (word: string) => number): number => {
  const unmatched = [...others]
  let shared = 0
  for (const word of words) {
    const index = unmatched.findIndex((candidate) => sameWord(word, candidate))
    if (index < 0) continue
    // Take the smaller weight: a typing error can make a common word look distinctive.
    shared += Math.min(weight(word), weight(unmatched[index] ?? word))
    unmatched.splice(index, 1)
  }
  const sum = (list: readonly string[]) => list.reduce((total, word) => total + weight(word), 0)
  const all = sum(words) + sum(others) - shared
  return all === 0 ? 0 : shared / all
}

/** Whether two words are equal or, if long enough, differ by one typing error. */
const sameWord = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= 5 && !/\d/.test(a + b) && differByOneTypo(a, b))

const differByOneTypo = (first: string, second: string): boolean => {
  if (Math.abs(first.length - second.length) > 1) return false
  let at = 0
  while (at < first.length && first[at] === second[at]) at++
  const [a, b] = [first.slice(at), second.slice(at)]
  return (
    a.slice(1) === b.slice(1) ||
    a === b.slice(1) ||
    a.slice(1) === b ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

const numbersDiffer = (left: readonly string[], right: readonly string[]): boolean => {
  const numbers = (list: readonly string[]) =>
    list
      .filter((word) => /^(\d+|[ivx]{1,4}|[a-c])$/.test(word))
      .sort()
      .join(' ')
  return numbers(left) !== numbers(right)
}

const weightOf = (word: string): number => (commonWords.has(word) ? 0.25 : 1)

const set = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Legal forms of companies, which are often left out. */
const legalForms =
  set(`co ltd limited company corp corporation inc incorporated llc llp plc pte pty pvt private sdn bhd pt cv tbk
  gmbh ag kg sa sas sarl srl spa bv nv ve as san tic sti jsc the and of de cia ltda do da`)

/** Words too common to distinguish names, in the singular, as words are compared. */
const commonWords =
  set(`garment textile fashion apparel clothing clothe wear knit knitting knitwear knitter sweater woven
  weaving denim jean shirt hosiery sock underwear lingerie intimate footwear shoe leather bag accessory trim label
  printing embroidery dyeing washing laundry spinning mill composite factory manufactory manufacturing manufacture mfg
  manufacturer making industry industrie industrial enterprise group holding trading trade export exporter import
  international intl global product unit plant division branch city county china bangladesh vietnam india cambodia indonesia
  new style`)

const addressStopWords =
  set(`no road rd street st avenue ave lane district dist town city county province prov village vill zone
  industrial area park building bldg block floor plot po ps pc china bangladesh india vietnam cambodia indonesia turkey
  west east north south dong xi the of and`)
