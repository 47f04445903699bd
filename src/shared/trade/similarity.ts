import { fold } from '#shared/kit/fold.ts'

/** How a factory is called and where it stands, as far as likeness goes. */
export interface NamedPlace {
  name_en: string
  name_zh?: string | null
  address_en: string | null
}

/**
 * How probably two names and addresses of one country mean the same factory, 0 to 1. Words that every factory has in
 * its name count little; a number that differs (Unit 2, Unit 3) tells them apart.
 */
export const similarity = (one: NamedPlace, other: NamedPlace): number =>
  isSameInChinese(one.name_zh, other.name_zh) ? 1 : likenessInEnglish(one, other)

/** Whether two Chinese names are one, whatever kind of company they are written with: 金织机三厂, 金织机三厂有限公司. */
const isSameInChinese = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one && other) && chineseCore(one ?? '') !== '' && chineseCore(one ?? '') === chineseCore(other ?? '')

/** A Chinese name without signs and without the kind of company at its end; all of it where nothing else is there. */
export const chineseCore = (name: string): string => {
  const plain = fold(name)
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '')
  const core = plain.replace(legalInChinese, '')
  return core === '' ? plain : core
}

const legalInChinese = /(?:股份有限公司|有限责任公司|有限公司|股份公司|总公司|分公司|公司|集团)+$/u

const likenessInEnglish = (one: NamedPlace, other: NamedPlace): number => {
  const [a, b] = [nameWords(one.name_en), nameWords(other.name_en)]
  const names = overlap(a, b, weightOf)
  if (numbersDiffer(a, b)) return Math.min(names, 0.5)
  if (!one.address_en || !other.address_en) return names
  const places = overlap(addressWords(one.address_en), addressWords(other.address_en), () => 1)
  // The same name elsewhere may be a second site; half a name at the very same place is one factory.
  return Math.max(names * (0.85 + 0.15 * places), names >= 0.4 ? 0.5 * names + 0.5 * places : 0)
}

/** From here on two factories are shown to a person as perhaps the same. */
export const likelyDuplicate = 0.72

/** The words of a name by which another spelling of it can be found: all but those that most names have. */
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

const overlap = (one: readonly string[], other: readonly string[], weight: (word: string) => number): number => {
  const left = [...other]
  let shared = 0
  for (const word of one) {
    const at = left.findIndex((candidate) => sameWord(word, candidate))
    if (at < 0) continue
    // A slip may have made a general word look like a telling one.
    shared += Math.min(weight(word), weight(left[at] ?? word))
    left.splice(at, 1)
  }
  const sum = (list: readonly string[]) => list.reduce((total, word) => total + weight(word), 0)
  const all = sum(one) + sum(other) - shared
  return all === 0 ? 0 : shared / all
}

/** Equal, or one slip apart where words are long enough for slips. */
const sameWord = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 5 && !/\d/.test(one + other) && oneSlip(one, other))

const oneSlip = (one: string, other: string): boolean => {
  if (Math.abs(one.length - other.length) > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const [a, b] = [one.slice(at), other.slice(at)]
  return (
    a.slice(1) === b.slice(1) ||
    a === b.slice(1) ||
    a.slice(1) === b ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

const numbersDiffer = (one: readonly string[], other: readonly string[]): boolean => {
  const numbers = (list: readonly string[]) =>
    list
      .filter((word) => /^(\d+|[ivx]{1,4}|[a-c])$/.test(word))
      .sort()
      .join(' ')
  return numbers(one) !== numbers(other)
}

const weightOf = (word: string): number => (general.has(word) ? 0.25 : 1)

const set = (text: string) => new Set(text.split(/\s+/).filter(Boolean))

/** Kinds of company, which are written or left out at will. */
const legal =
  set(`co ltd limited company corp corporation inc incorporated llc llp plc pte pty pvt private sdn bhd pt cv tbk
  gmbh ag kg sa sas sarl srl spa bv nv ve as san tic sti jsc the and of de cia ltda do da`)

/** What so many names have that it tells little. Without the plural's s, as words are compared. */
const general = set(`garment textile fashion apparel clothing clothe wear knit knitting knitwear knitter sweater woven
  weaving denim jean shirt hosiery sock underwear lingerie intimate footwear shoe leather bag accessory trim label
  printing embroidery dyeing washing laundry spinning mill composite factory manufactory manufacturing manufacture mfg
  manufacturer making industry industrie industrial enterprise group holding trading trade export exporter import
  international intl global product unit plant division branch city county china bangladesh vietnam india cambodia indonesia
  new style`)

const streets = set(`no road rd street st avenue ave lane district dist town city county province prov village vill zone
  industrial area park building bldg block floor plot po ps pc china bangladesh india vietnam cambodia indonesia turkey
  west east north south dong xi the of and`)
