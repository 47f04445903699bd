/** Maximum length of the names of folders and files, so that whole paths stay below the limit of Windows. */
export const mostInFolder = 40
export const mostInName = 80

/**
 * Makes a name safe as part of a path on every operating system. Letters of all scripts stay; separators, reserved and
 * invisible characters are replaced or removed.
 */
export const safeName = (name: string, most = mostInFolder): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu, '')
    .replace(/[/\\]+/g, '-')
    .replace(/["<>:|?*]/g, '_')
    .replace(/\s+/g, ' ')
  return withSafeEnds(cut(withSafeEnds(plain), most))
}

/** `safeName` for a file, which keeps its extension. */
export const safeFileName = (name: string, most = mostInName): string => {
  const [, stem = name, ending = ''] = /^(.+?)(\.[A-Za-z0-9]{1,10})$/su.exec(name.trim()) ?? []
  return safeName(stem, most - ending.length) + ending.toLowerCase()
}

/** Removes leading and trailing dots and spaces, which systems drop or hide, and avoids reserved device names. */
const withSafeEnds = (name: string): string => {
  const bare = withoutEnds(name)
  if (bare === '') return '_'
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(bare) ? `_${bare}` : bare
}

/** Removes dots and spaces at both ends. A loop, because a regular expression would take quadratic time. */
const withoutEnds = (name: string): string => {
  let [start, end] = [0, name.length]
  while (start < end && isEnd(name[start])) start += 1
  while (end > start && isEnd(name[end - 1])) end -= 1
  return name.slice(start, end)
}
const isEnd = (character: string | undefined) => character === '.' || character?.trim() === ''

/** Cuts the name without splitting a character. */
const cut = (name: string, most: number): string => {
  if (name.length <= most) return name
  let shortened = ''
  for (const character of name) {
    if (shortened.length + character.length > most) break
    shortened += character
  }
  return shortened
}

/** Returns a function that makes paths unique, also on systems that ignore case. */
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
