import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poms } from '#areas/poms/area.ts'
import { List } from '#areas/poms/screens/list.tsx'
import { Show } from '#areas/poms/screens/show.tsx'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import { answerWith, drawPage, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('Office'), 120_000)
afterEach(cleanup)

const pom = (code: string) => ({
  ...Object.fromEntries(Object.keys(poms.fields).map((name) => [name, null])),
  id: 4,
  version: 1,
  created_at: '2026-11-01T08:00:00Z',
  updated_at: '2026-11-01T08:00:00Z',
  archived_at: null,
  code,
  name_en: 'Chest width',
  name_zh: '胸宽',
  garments: ['tops'],
  status: 'active',
  moves: [],
})
const picture: Attachment = {
  id: 70,
  series: 70,
  version_no: 1,
  name: 'chest.png',
  type: 'image/png',
  size: 1000,
  kind: null,
  visibility: 'shared',
  scan: 'clean',
  url: '/f/70',
  thumb: '/f/72',
  preview: '/f/71',
  created_at: '2026-11-01T08:00:00Z',
  created_by: null,
  description: null,
  pages: null,
  may: { change: false, share: false, replace: false, remove: false },
}
const api =
  (code: string, files: object[], covers: object = {}) =>
  ({ path }: Seen) => {
    if (path === 'poms/4') return { body: pom(code) }
    if (path === 'poms') return { body: [pom(code)], headers: { 'x-total-count': '1' } }
    if (path === 'poms/covers') return { body: covers }
    if (path === 'files') return { body: files }
    return undefined
  }
const named = 'Sketch: how Chest width is measured'

describe('the page of a point of measure', () => {
  it('shows the sketch of its code, told in words', async () => {
    answerWith(api('CHEST', []))
    drawPage(poms, Show, '4')
    const sketch = await screen.findByRole('img', { name: named })
    expect(sketch.tagName).toBe('svg')
    expect(sketch.querySelector('path.measure')).toBeTruthy()
    expect(sketch.querySelector('text')?.textContent).toBe('CHEST')
    expect(screen.getByRole('heading', { name: 'Sketch' })).toBeTruthy()
  })

  it('shows an uploaded picture instead', async () => {
    answerWith(api('CHEST', [picture]))
    drawPage(poms, Show, '4')
    const sketch = await screen.findByRole('img', { name: named })
    expect([sketch.tagName, sketch.getAttribute('src')]).toEqual(['IMG', '/f/71'])
  })

  it('says nothing of a sketch where there is none', async () => {
    const all = answerWith(api('OWN-1', []))
    drawPage(poms, Show, '4')
    await screen.findByRole('heading', { level: 1, name: 'Chest width' })
    await waitFor(() => expect(all.some(({ path }) => path === 'files')).toBe(true))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.queryByRole('heading', { name: 'Sketch' })).toBeNull()
  })
})

describe('the list of points of measure', () => {
  it.each([
    ['the sketches of their codes', {}, null],
    ['uploaded pictures first', { 4: '/f/72' }, '/f/72'],
  ])('shows %s', async (_, covers, src) => {
    answerWith(api('CHEST', [], covers))
    drawPage(poms, List, '')
    const link = await screen.findByRole('link', { name: 'Chest width' }, { timeout: 20_000 })
    const row = link.closest('[role=row]') ?? document.body
    await waitFor(() =>
      expect(row.querySelector('img')?.getAttribute('src') ?? (row.querySelector('path.measure') ? null : '?')).toBe(
        src,
      ),
    )
  })
})
