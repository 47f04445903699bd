import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Afterwards } from '#web/loading/afterwards.tsx'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a desk', false, 'menu'],
  ['a phone', true, ''],
])('the first drawing on %s', (_, narrow, drawn) => {
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }))
  expect(renderToStaticMarkup(<Afterwards>menu</Afterwards>)).toBe(drawn)
})
