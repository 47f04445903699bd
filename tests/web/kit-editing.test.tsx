import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { sizeScales } from '#areas/size-scales/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(() => {
  cleanup()
  forgetDrafts()
  vi.unstubAllGlobals()
})

const editable = [
  'code',
  'name_en',
  'name_zh',
  'market',
  'sizes',
  'sizes.label',
  'sizes.sort_order',
  'sizes.ratio_default',
]
const size = (id: number, label: string, sort_order: number, more: object = {}) => ({
  id,
  version: 1,
  label,
  sort_order,
  ratio_default: 1,
  ...more,
})
const scale = {
  id: 4,
  version: 3,
  code: 'ALPHA',
  name_en: 'Alpha',
  name_zh: null,
  market: 'EU',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  archived_at: null,
  editable,
  sizes: [size(41, 'S', 1), size(42, 'M', 2)],
}
type Scale = typeof scale

const form = (at: string) =>
  draw(
    <Routes>
      <Route path="/apps/size_scales/new" element={<AreaForm area={sizeScales} />} />
      <Route path="/apps/size_scales/:id/edit" element={<AreaForm area={sizeScales} />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    `/apps/size_scales${at}`,
  )
type User = ReturnType<typeof form>['user']
/** Typing each letter would be drawn each time. */
const enter = async (user: User, name: string | RegExp, text: string) => {
  await user.click(await field(name))
  await user.paste(text)
}
const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('draft:'))
const forgetDrafts = () => {
  for (const name of drafts()) localStorage.removeItem(name)
}
const field = (name: string | RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const writes = (all: Seen[]) => all.filter(({ method }) => method !== 'GET')
const offer = () => screen.findByRole('region', { name: 'Unsaved draft' })

/** A portal in which somebody else saved `theirs` while the form was open. */
const overtaken = (theirs: Scale, history: object[] = []) => {
  let isOpen = false
  const all = answerWith(({ method, path, body }): Answer | undefined => {
    if (path === 'size-scales/4/history') return { body: history }
    if (path !== 'size-scales/4') return undefined
    if (method === 'GET') {
      const first = !isOpen
      isOpen = true
      return { body: first ? scale : theirs }
    }
    return (body as { version: number }).version === theirs.version
      ? { body: { ...theirs, version: theirs.version + 1 } }
      : { status: 409, body: { message: 'stale', code: 'stale', current: theirs } }
  })
  return all
}

describe('of two who edit one record the second', () => {
  const type = async (user: ReturnType<typeof form>['user'], name: string | RegExp, text: string) => {
    const input = await field(name)
    await user.clear(input)
    await user.click(input)
    await user.paste(text)
  }
  const save = (user: ReturnType<typeof form>['user']) =>
    user.click(screen.getByRole('button', { name: 'Save changes' }))
  const question = () => screen.findByRole('dialog', { name: 'This record was changed while you were editing' })

  it('is told what only one of them changed, and both changes are saved', async () => {
    const all = overtaken({
      ...scale,
      version: 5,
      market: 'US',
      sizes: [size(41, 'S', 1, { ratio_default: 3 }), size(42, 'M', 2)],
    })
    const { user, where } = form('/4/edit')
    await type(user, 'Size, row 2', 'ML')
    await save(user)
    const dialog = await question()
    expect(within(dialog).queryByRole('radiogroup')).toBeNull()
    const changes = within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(changes).toEqual(['Market: EU → US', 'Size S · Default ratio: 1 → 3', 'Size M · Size: M → ML'])
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[1]?.body).toEqual({
      version: 5,
      sizes: [
        { id: 41, label: 'S', sort_order: 1, ratio_default: 3 },
        { id: 42, label: 'ML', sort_order: 2, ratio_default: 1 },
      ],
    })
  })

  it('is told what changed since, where the other one saves again while it decides', async () => {
    const versions = [scale, { ...scale, version: 4, market: 'US' }, { ...scale, version: 5, market: 'JP' }]
    let now = 0
    const all = answerWith(({ method, path }): Answer | undefined => {
      if (path === 'size-scales/4/history') return { body: [] }
      if (path !== 'size-scales/4') return undefined
      if (method === 'GET') return { body: versions[now] }
      now += 1
      return now < versions.length
        ? { status: 409, body: { message: 'stale', code: 'stale', current: versions[now] } }
        : { body: { ...versions[2], version: 6 } }
    })
    const { user, where } = form('/4/edit')
    await type(user, 'Name (English)', 'Alphabet')
    await save(user)
    for (const change of ['Market: EU → US', 'Market: US → JP']) {
      const dialog = await question()
      await within(dialog).findByText((_text, element) => element?.tagName === 'LI' && element.textContent === change)
      expect(within(dialog).queryByRole('radiogroup')).toBeNull()
      await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    }
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all).map(({ body }) => body)).toEqual([3, 4, 5].map((version) => ({ name_en: 'Alphabet', version })))
  })

  it('reads who that was, as far as the history tells', async () => {
    const entry = (id: number, at: string, title: string) => ({ id, at, actor: { id, title }, action: 'edit' })
    overtaken({ ...scale, version: 6, name_en: 'Letters', market: 'US' }, [
      entry(13, '2026-01-03T09:00:00.5+00:00', 'Ben Okafor'),
      entry(12, '2026-01-02T09:00:00+00:00', 'Ana Bell'),
      entry(11, '2026-01-02T08:00:00+00:00', 'Ana Bell'),
      entry(10, '2026-01-01T00:00:00+00:00', 'Cara Lind'),
    ])
    const { user } = form('/4/edit')
    await type(user, 'Name (English)', 'Alphabet')
    await save(user)
    const name = 'Ben Okafor and Ana Bell changed this record while you were editing'
    const dialog = within(await screen.findByRole('dialog', { name }))
    expect(dialog.getByText('Changed by Ben Okafor and Ana Bell only (1)')).toBeTruthy()
  })

  it('chooses between the own value, theirs, and the one before', async () => {
    const all = overtaken({ ...scale, version: 4, name_en: 'Letters', market: 'US' })
    const { user, where } = form('/4/edit')
    await type(user, 'Name (English)', 'Alphabet')
    await type(user, /^Market/, 'JP')
    await save(user)
    const dialog = await question()
    const [name, market] = within(dialog).getAllByRole('radiogroup')
    expect(name?.textContent).toMatch(/Alphabet.*Letters.*Alpha/)
    await user.click(within(name as HTMLElement).getByRole('radio', { name: /^Theirs/ }))
    await user.click(within(market as HTMLElement).getByRole('radio', { name: /^Original/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[1]?.body).toEqual({ market: 'EU', version: 4 })
  })

  it('is asked whether a row stays that was deleted there and changed here', async () => {
    const all = overtaken({ ...scale, version: 4, sizes: [size(41, 'S', 1)] })
    const { user, where } = form('/4/edit')
    await type(user, 'Size, row 2', 'ML')
    await save(user)
    const dialog = await question()
    const choice = within(dialog).getByRole('radiogroup', { name: /does it stay/ })
    expect(choice.textContent).toContain('Deleted by someone else, changed by you')
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    expect(within(choice).getByRole('alert').textContent).toBe('Choose one.')
    expect(choice.contains(document.activeElement)).toBe(true)
    await user.click(within(choice).getByRole('radio', { name: 'Keep the row' }))
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[1]?.body).toEqual({
      version: 4,
      sizes: [
        { id: 41, label: 'S', sort_order: 1, ratio_default: 1 },
        { label: 'ML', sort_order: 2, ratio_default: 1 },
      ],
    })
  })

  it('learns that the record is closed by now, and loses nothing by going back', async () => {
    overtaken({ ...scale, version: 4, archived_at: '2026-01-02T00:00:00Z', editable: [] } as unknown as Scale)
    const { user } = form('/4/edit')
    await type(user, 'Name (English)', 'Alphabet')
    await save(user)
    const dialog = await question()
    expect(dialog.textContent).toContain('This record can no longer be changed (Archived)')
    expect(within(dialog).queryByRole('button', { name: 'Use these values' })).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Back to the form' }))
    expect((await field('Name (English)')).value).toBe('Alphabet')
  })
})

describe('what was typed and not saved', () => {
  const standing = (version = scale.version, more: object = {}) =>
    answerWith(({ method, path }) =>
      method === 'GET' && path === 'size-scales/4' ? { body: { ...scale, version, ...more } } : undefined,
    )

  it('is offered when the form of a new record is opened again, with its rows', async () => {
    answerWith(() => undefined)
    const first = form('/new')
    await enter(first.user, 'Name (English)', 'Alphabet')
    await enter(first.user, 'Size, row 1', 'S')
    cleanup()
    const { user } = form('/new')
    await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
    expect((await field('Name (English)')).value).toBe('Alphabet')
    expect((await field('Size, row 1')).value).toBe('S')
    expect(screen.queryByRole('region', { name: 'Unsaved draft' })).toBeNull()
    expect(screen.getByRole('status').textContent).toContain('Unsaved changes')
  })

  it('is offered for its record only, and is gone once it is discarded', async () => {
    standing()
    const first = form('/4/edit')
    await enter(first.user, 'Name (English)', '!')
    cleanup()
    form('/new')
    await field('Name (English)')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(screen.queryByRole('region', { name: 'Unsaved draft' })).toBeNull()
    cleanup()
    const { user } = form('/4/edit')
    await user.click(within(await offer()).getByRole('button', { name: 'Discard' }))
    expect(screen.queryByRole('region', { name: 'Unsaved draft' })).toBeNull()
    expect((await field('Name (English)')).value).toBe('Alpha')
    expect(drafts()).toEqual([])
  })

  it('is never shown to another account, and still there for its own', async () => {
    answerWith(() => undefined)
    const { user } = form('/new')
    await enter(user, 'Name (English)', 'Alphabet')
    cleanup()
    const [kept = ''] = drafts()
    localStorage.setItem(kept.replace('draft:7:', 'draft:8:'), localStorage.getItem(kept) ?? '')
    localStorage.removeItem(kept)
    form('/new')
    await field('Name (English)')
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(screen.queryByRole('region', { name: 'Unsaved draft' })).toBeNull()
  })

  it('leaves nothing behind once it is saved, given up or taken back', async () => {
    answerWith(({ method }) => (method === 'POST' ? { status: 201, body: { ...scale, id: 9 } } : undefined))
    const { user, where } = form('/new')
    await enter(user, 'Scale code', 'alpha')
    await enter(user, 'Name (English)', 'Alpha')
    await enter(user, 'Size, row 1', 'S')
    await user.click(screen.getByRole('button', { name: 'Create size scale' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/9'))
    cleanup()
    const second = form('/new')
    await enter(second.user, 'Scale code', 'alpha')
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await second.user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await screen.findByText('elsewhere')
    cleanup()
    expect(drafts()).toEqual([])
  })

  it('is merged with a record that somebody changed since', async () => {
    standing()
    const first = form('/4/edit')
    await enter(first.user, 'Name (English)', '!')
    await enter(first.user, /^Market/, '!')
    cleanup()
    const all = standing(8, { market: 'US', name_zh: '字母' })
    const { user } = form('/4/edit')
    const region = await offer()
    expect(region.textContent).toContain('restoring merges both')
    await user.click(within(region).getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog', { name: 'This record was changed while you were editing' })
    await user.click(
      within(within(dialog).getByRole('radiogroup', { name: /^Market/ })).getByRole('radio', { name: /^Theirs/ }),
    )
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes(all)).toHaveLength(0)
    expect((await field('Name (English)')).value).toBe('Alpha!')
    expect((await field(/^Market/)).value).toBe('US')
    expect((await field(/^Name \(Chinese\)/)).value).toBe('字母')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(writes(all)[0]?.body).toEqual({ name_en: 'Alpha!', version: 8 }))
  })

  it('that was sent off already is sent again under the same key', async () => {
    let answer: Answer = 'no answer'
    const all = answerWith(({ method }) => (method === 'POST' ? answer : undefined))
    const first = form('/new')
    await enter(first.user, 'Scale code', 'alpha')
    await enter(first.user, 'Name (English)', 'Alpha')
    await enter(first.user, 'Size, row 1', 'S')
    await first.user.keyboard('{Control>}s{/Control}')
    await screen.findByText(/Your entries stay here/)
    cleanup()
    answer = { status: 201, body: { ...scale, id: 9 } }
    const { user, where } = form('/new')
    await user.click(within(await offer()).getByRole('button', { name: 'Restore' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(where()).toBe('/apps/size_scales/9'))
    const [request, again] = writes(all)
    expect(request?.key).toBeTruthy()
    expect(again?.key).toBe(request?.key)
    expect(again?.body).toEqual(request?.body)
  })
})

it('a save that found nobody is offered again once the portal answers, under the same key', async () => {
  let isThere = false
  vi.stubGlobal('fetch', async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response('{}')
  })
  const all = answerWith(({ method, path }) => {
    if (method === 'GET') return path === 'size-scales/4' ? { body: scale } : undefined
    return isThere ? { body: scale } : { status: 503, body: { message: 'starting' } }
  })
  const { user, where } = form('/4/edit')
  await enter(user, 'Name (English)', '!')
  await user.keyboard('{Control>}s{/Control}')
  await screen.findByText(/Your entries stay here/)
  expect(screen.queryByRole('button', { name: 'Save again' })).toBeNull()
  isThere = true
  dispatchEvent(new Event('online'))
  await user.click(await screen.findByRole('button', { name: 'Save again' }))
  await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
  const [first, second] = writes(all)
  expect(second?.key).toBe(first?.key)
})
