/** Characters that a part of a path may have: with all folders it stays below what Windows unpacks. */
export const mostInFolder = 40
export const mostInName = 80

/**
 * A name that every system can keep as part of a path: letters of all scripts stay; what separates folders, means
 * something to a system, or cannot be seen does not.
 */
export const safeName = (name: string, most = mostInFolder): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[/\\]+/g, '-')
    .replace(/["<>:|?*]/g, '_')
    .replace(/\s+/g, ' ')
  return ended(cut(ended(plain), most))
}

/** The same for a file, whose ending stays. */
export const safeFileName = (name: string, most = mostInName): string => {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,10})$/su.exec(name.trim()) ?? []
  return safeName(stem, most - ending.length) + ending.toLowerCase()
}

/** Systems drop dots and spaces at the end, hide what begins with a dot, and keep some names for devices. */
const ended = (name: string): string => {
  const bare = withoutEnds(name)
  if (bare === '') return '_'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare
}

/**
 * Without the dots and spaces at both ends; a pattern would look at each run of them once for each of its characters.
 */
const withoutEnds = (name: string): string => {
  let [start, end] = [0, name.length]
  while (start < end && isEnd(name[start])) start += 1
  while (end > start && isEnd(name[end - 1])) end -= 1
  return name.slice(start, end)
}
const isEnd = (character: string | undefined) => character === '.' || character?.trim() === ''

/** Never within a character. */
const cut = (name: string, most: number): string => {
  if (name.length <= most) return name
  let kept = ''
  for (const character of name) {
    if (kept.length + character.length > most) break
    kept += character
  }
  return kept
}

/** Gives paths that differ for every system, also those that do not tell capitals from small letters. */
export const createPaths = () => {
  const taken = new Set<string>()
  return (folders: readonly string[], name: string): string => {
    const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,10})$/su.exec(name) ?? []
    for (let count = 1; ; count += 1) {
      const path = [...folders, count === 1 ? name : `${stem} (${count})${ending}`].join('/')
      const key = path.normalize('NFKC').toLowerCase()
      if (taken.has(key)) continue
      taken.add(key)
      return path
    }
  }
}
