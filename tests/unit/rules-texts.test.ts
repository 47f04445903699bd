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

it.each([
  ['English', english],
  ['Chinese', chinese],
])('every problem has words in %s, and no words are left over', (_, texts) => {
  const written = keysOf(texts, 'problems')
  expect(written.filter((key) => !used.has(key))).toEqual([])
  expect([...used].filter((key) => !written.includes(key))).toEqual([])
})

it('the words of both languages have the same places', () => {
  const [left, right] = [english, chinese].map((texts) => new Map(entriesOf(texts, 'problems')))
  for (const [key, text] of left ?? []) expect([key, places(right?.get(key) ?? '')]).toEqual([key, places(text)])
})

interface Texts {
  [key: string]: string | Texts
}

function entriesOf(texts: Texts, path: string): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}.${key}`, value]] : entriesOf(value, `${path}.${key}`),
  )
}

function keysOf(texts: Texts, path: string) {
  return entriesOf(texts, path).map(([key]) => key)
}

function places(text: string) {
  return (text.match(/{{\w+}}/g) ?? []).sort()
}
