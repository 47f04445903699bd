import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import english from '../../locales/en/problems.json'
import chinese from '../../locales/zh/problems.json'

const source = resolve(import.meta.dirname, '../../src')
const used = new Set(
  readdirSync(source, { recursive: true })
    .map(String)
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readFileSync(join(source, file), 'utf8').match(/(?<=')problems\.[a-z._-]+(?=')/g) ?? []),
)

/** The key that code uses: of a text in singular and plural without their endings. */
const usedKey = (key: string) => (used.has(key) ? key : key.replace(/_(one|other)$/, ''))

it.each([
  ['English', english],
  ['Chinese', chinese],
])('every problem has words in %s, and no words are left over', (_, texts) => {
  const written = new Set(placesByKey(texts).keys())
  expect([...written].filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !written.has(key))).toEqual([])
})

it('the words of both languages have the same places', () => {
  const [left, right] = [english, chinese].map(placesByKey)
  for (const [key, places] of left ?? [])
    expect([key, [...(right?.get(key) ?? [])].sort()]).toEqual([key, [...places].sort()])
})

interface Texts {
  [key: string]: string | Texts
}

function placesByKey(texts: Texts): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>()
  for (const [key, text] of entriesOf(texts, 'problems')) {
    const known = places.get(usedKey(key)) ?? new Set<string>()
    for (const place of text.match(/{{\w+}}/g) ?? []) known.add(place)
    places.set(usedKey(key), known)
  }
  return places
}

function entriesOf(texts: Texts, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : entriesOf(value, `${path}.${key}`),
  )
}
