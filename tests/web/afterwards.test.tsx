import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { Afterwards } from '../../src/web/shell/afterwards'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a desk', false, 'menu'],
  ['a phone', true, ''],
])('the first drawing on %s', (_, narrow, drawn) => {
  vi.stubGlobal('matchMedia', () => ({ matches: narrow }))
  expect(renderToStaticMarkup(<Afterwards>menu</Afterwards>)).toBe(drawn)
})
