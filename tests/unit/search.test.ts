import { describe, expect, it } from 'vitest'
import { codeQuery, holdsAllTokens, searchKey, searchQuery, searchTokens } from '#shared/kit/search.ts'
import { seeded } from './random'

/** What the database does: every term a token, or the beginning of one. */
const finds = (q: string, tokens: readonly string[]) =>
  (searchQuery(q) ?? '').split(' & ').every((term) => {
    const [, text = '', prefix] = /^'(.*)'(:\*)?$/u.exec(term) ?? []
    return tokens.some((token) => (prefix ? token.startsWith(text) : token === text))
  })

describe('tokens', () => {
  it.each([
    ['Crème Brûlée', ['creme', 'brulee']],
    ['TÜRKİYE Straße Łódź Đà Nẵng', ['turkiye', 'strasse', 'lodz', 'da', 'nang']],
    ["Men's T-shirt, 100%", ['men', 's', 't', 'shirt', '100']],
    ['ＡＢＣ１２', ['abc12']],
    ['针织衫', ['针', '织', '衫', '针织', '织衫']],
    ['棉100%T恤', ['棉', '100', 't', '恤']],
    ['й Ελλάδα', ['й', 'ελλάδα']],
    ['👕 🇨🇳 !?', []],
    ['', []],
  ])('of %s', (text, tokens) => expect(searchTokens([{ text }])).toEqual(tokens))

  it('of a code are its words, the whole and its ends', () => {
    expect(searchTokens([{ text: 'PO-1245', code: true }])).toEqual(['po1245', 'po', '1245', 'o1245', '245'])
  })

  it('are bounded in number and length, words before ends of codes', () => {
    const many = searchTokens([
      { text: 'C'.repeat(5_000), code: true },
      { text: Array.from({ length: 1_000 }, (_, index) => `w${index}`).join(' ') },
    ])
    expect(many).toHaveLength(400)
    expect(new Set(many).size).toBe(400)
    expect(many[1]).toBe('w0')
    expect(searchTokens([{ text: '衣'.repeat(20_000) }])).toEqual(['衣', '衣衣'])
    for (const token of searchTokens([{ text: '𠀀'.repeat(300), code: true }, { text: 'x'.repeat(500) }]))
      expect([...token].length).toBeLessThanOrEqual(64)
  })
})

describe('queries', () => {
  it.each([
    ['4501', "'4501':*"],
    ['Red  SHIRT', "'red':* & 'shirt':*"],
    ['针织衫', "'针织' & '织衫'"],
    ['衫', "'衫'"],
    ['𠀀', "'𠀀'"],
    ['棉 shirt', "'棉' & 'shirt':*"],
    ["o'neil\\ & !x | (y) <-> z:*", "'o':* & 'neil':* & 'x':* & 'y':* & 'z':*"],
    ["'; drop table users; --", "'drop':* & 'table':* & 'users':*"],
    ['a\0b', "'a':* & 'b':*"],
    ['red red', "'red':*"],
    ['1️⃣', "'1':*"],
  ])('%j becomes %s', (q, wanted) => expect(searchQuery(q)).toBe(wanted))

  it.each([
    ["'po':* & '0123456':*", "'0123456':*"],
    ["'red':* & 'tee':*", "'red':* & 'tee':*"],
    ["'棉' & 'ab':*", "'棉'"],
    ["'1234':*", "'1234':*"],
  ])('%s are looked up by %s', (query, key) => expect(searchKey(query)).toBe(key))

  it('find every code by every part of it of three characters or more', () => {
    const { below, pick } = seeded(7)
    for (let turn = 0; turn < 300; turn++) {
      const code = Array.from({ length: 3 + below(28) }, () => pick([...'ABC019-/_'])).join('')
      const part = code.slice(below(code.length), 1 + below(code.length))
      const query = codeQuery(part.toLowerCase())
      if (query === null) continue
      const start = query.slice(1, -3)
      const tokens = searchTokens([{ text: code, code: true }])
      expect([code, part, tokens.some((token) => token.startsWith(start))]).toEqual([code, part, true])
    }
    expect(codeQuery('12')).toBeNull()
    expect(codeQuery('é12')).toBeNull()
    expect(codeQuery('-1/2-')).toBeNull()
    expect([holdsAllTokens([30]), holdsAllTokens([255]), holdsAllTokens([60, 60, 60, 60])]).toEqual([
      true,
      false,
      false,
    ])
  })

  it.each(['', ' ', "'", '\\', '👕', '&|!', '\0', '\ud800', '%_%'])('%j asks for nothing', (q) =>
    expect(searchQuery(q)).toBeNull(),
  )

  it('stay short and well-formed whatever is typed', () => {
    const term = /^'[\p{L}\p{N}\p{M}]{1,64}'(:\*)?$/u
    const hostile = [
      "'",
      '\\',
      '\0',
      ':',
      '*',
      '&',
      '👕',
      '衣',
      'é',
      '\u0301',
      '\ud83d',
      'a',
      '9',
      ' ',
      'İ',
      'ﷺ',
      '\u202e',
    ]
    for (let start = 0; start < 500; start++) {
      const q = Array.from(
        { length: 10_240 },
        (_, index) => hostile[(index * (start + 3) + (index >> 3)) % hostile.length],
      )
      const terms = searchQuery(q.join(''))?.split(' & ') ?? []
      expect(terms.length).toBeLessThanOrEqual(20)
      for (const text of terms) expect(text).toMatch(term)
    }
  })

  it.each([
    ['PO-124501', ['4501', 'po-124501', 'PO124501', '124501', 'po 1245', 'o-1245'], ['4502', '99']],
    ['SS26/KN-0042.B', ['0042', 'kn0042', 'ss26', '26kn', 'kn-0042.b', '042b'], ['kn43']],
    ['款号-A12', ['a12', '款号', '号a1', '款'], ['a13']],
  ])('find the code %s by its parts', (code, parts, missed) => {
    const tokens = searchTokens([{ text: code, code: true }])
    for (const q of parts) expect([q, finds(q, tokens)]).toEqual([q, true])
    for (const q of missed) expect([q, finds(q, tokens)]).toEqual([q, false])
  })

  it('find words by their beginnings and Chinese by any part', () => {
    const tokens = searchTokens([{ text: 'Ningbo Crème Knitwear' }, { text: '宁波针织服装有限公司' }])
    for (const q of ['knit', 'creme ning', '针织', '宁波 knit', '服装有限', '公'])
      expect([q, finds(q, tokens)]).toEqual([q, true])
    for (const q of ['wear', '织宁', '棉']) expect([q, finds(q, tokens)]).toEqual([q, false])
  })
})
