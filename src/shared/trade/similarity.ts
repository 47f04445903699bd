import { fold } from '#shared/kit/fold.ts'

/** Name and address of a factory, for comparison. */
export interface NamedPlace {
  name_en: string
  name_zh?: string | null
  address_en: string | null
}

/**
 * The probability that two names and addresses in one country mean the same factory, 0 to 1. Common words count little;
 * a different number (Unit 2, Unit 3) separates them.
 */
export const similarity = (a: NamedPlace, b: NamedPlace): number =>
  isSameInChinese(a.name_zh, b.name_zh) ? 1 : likenessInEnglish(a, b)

/** Whether two Chinese names are equal without the legal form of the company: 金织机三厂, 金织机三厂有限公司. */
const isSameInChinese = (a: string | null | undefined, b: string | null | undefined): boolean =>
  Boolean(a && b) && chineseCore(a ?? '') !== '' && chineseCore(a ?? '') === chineseCore(b ?? '')

/** A Chinese name without punctuation and legal form; unchanged when nothing else remains. */
export const chineseCore = (name: string): string => {
  const plain = fold(name)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  const core = plain.replace(legalInChinese, '')
  return core === '' ? plain : core
}

const legalInChinese = /(?:股份有限公司|有限责任公司|有限公司|股份公司|总公司|分公司|公司|集团)+$/u

const likenessInEnglish = (first: NamedPlace, second: NamedPlace): number => {
  const [a, b] = [nameWords(first.name_en), nameWords(second.name_en)]
  const names = overlap(a, b, weightOf)
  if (numbersDiffer(a, b)) return Math.min(names, 0.5)
  if (!first.address_en || !second.address_en) return names
  const places = overlap(addressWords(first.address_en), addressWords(second.address_en), () => 1)
  // The same name elsewhere may be a second site; half a name at the very same place is one factory.
  return Math.max(names * (0.85 + 0.15 * places), names >= 0.4 ? 0.5 * names + 0.5 * places : 0)
}

/** From here on two factories are shown as possible duplicates. */
export const likelyDuplicate = 0.72

/** The words of a name by which other spellings of it can be found: all but the common ones. */
export const distinctiveWords = (name: string): string[] => {
  const words = nameWords(name)
  const telling = words.filter((word) => weightOf(word) === 1 && !/^\d+$/.test(word))
  return telling.length > 0 ? telling : words
}

const nameWords = (name: string): string[] => words(name).filter((word) => !legal.has(word))
const addressWords = (address: string): string[] => words(address).filter((word) => !streets.has(word))

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
  const rest = [...others]
  let shared = 0
  for (const word of words) {
    const at = rest.findIndex((candidate) => sameWord(word, candidate))
    if (at < 0) continue
    // A slip may have made a general word look like a telling one.
    shared += Math.min(weight(word), weight(rest[at] ?? word))
    rest.splice(at, 1)
  }
  const sum = (list: readonly string[]) => list.reduce((total, word) => total + weight(word), 0)
  const all = sum(words) + sum(others) - shared
  return all === 0 ? 0 : shared / all
}

/** Equal, or one typing error apart when the words are long enough. */
const sameWord = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= 5 && !/\d/.test(a + b) && oneSlip(a, b))

const oneSlip = (first: string, second: string): boolean => {
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

const weightOf = (word: string): number => (general.has(word) ? 0.25 : 1)

const set = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Kinds of company, which are written or left out at will. */
const legal =
  set(`co ltd limited company corp corporation inc incorporated llc llp plc pte pty pvt private sdn bhd pt cv tbk
  gmbh ag kg sa sas sarl srl spa bv nv ve as san tic sti jsc the and of de cia ltda do da`)

/** Words too common to distinguish names. Without plural s, as words are compared. */
const general = set(`garment textile fashion apparel clothing clothe wear knit knitting knitwear knitter sweater woven
  weaving denim jean shirt hosiery sock underwear lingerie intimate footwear shoe leather bag accessory trim label
  printing embroidery dyeing washing laundry spinning mill composite factory manufactory manufacturing manufacture mfg
  manufacturer making industry industrie industrial enterprise group holding trading trade export exporter import
  international intl global product unit plant division branch city county china bangladesh vietnam india cambodia indonesia
  new style`)

const streets = set(`no road rd street st avenue ave lane district dist town city county province prov village vill zone
  industrial area park building bldg block floor plot po ps pc china bangladesh india vietnam cambodia indonesia turkey
  west east north south dong xi the of and`)
