import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { Link, Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { rrpMarkets } from '#areas/rrp-markets/area.ts'
import { seasons } from '#areas/seasons/area.ts'
import { sizeScales } from '#areas/size-scales/area.ts'
import type { Area } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { dataProvider } from '#web/providers/data.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const writes = (all: Seen[]) => all.filter(({ method }) => method !== 'GET')
const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { message: `refused: ${code}`, code, ...more },
})

const form = (area: Area, at: string) =>
  draw(
    <Routes>
      <Route path={`${area.path}/new`} element={<AreaForm area={area} />} />
      <Route path={`${area.path}/:id/edit`} element={<AreaForm area={area} />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>,
    `${area.path}${at}`,
  )

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
  editable: ['code', 'name_en', 'name_zh', 'market', 'sizes', 'sizes.label', 'sizes.sort_order', 'sizes.ratio_default'],
  sizes: [
    { id: 41, version: 1, label: 'S', sort_order: 1, ratio_default: 1 },
    { id: 42, version: 1, label: 'M', sort_order: 2, ratio_default: 2 },
  ],
}
const standing = (answer: (seen: Seen) => Answer | undefined) => (seen: Seen) =>
  seen.method === 'GET' && seen.path === 'size-scales/4' ? { body: scale } : answer(seen)

const fillNew = async (user: ReturnType<typeof form>['user']) => {
  await user.type(await screen.findByRole('textbox', { name: 'Scale code' }), 'alpha')
  await user.type(screen.getByRole('textbox', { name: 'Name (English)' }), 'Alpha')
  await user.type(screen.getByRole('textbox', { name: 'Size, row 1' }), 'S')
}

describe('a new record', () => {
  it('says under each field what is missing, asks nothing of the API and goes to the first fault', async () => {
    const all = answerWith(() => undefined)
    const { user } = form(seasons, '/new')
    await user.click(await screen.findByRole('button', { name: 'Create season' }))
    const code = screen.getByRole('textbox', { name: 'Season code' })
    await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Fill this in')
    const first = screen.getByRole('textbox', { name: 'Name (English)' })
    await waitFor(() => expect(document.activeElement).toBe(first))
    expect(writes(all)).toHaveLength(0)
  })

  it('says which format is expected beside what is not in it', async () => {
    answerWith(() => undefined)
    const { user } = form(seasons, '/new')
    const code = await screen.findByRole('textbox', { name: 'Season code' })
    await user.type(code, 'Autumn')
    await user.click(screen.getByRole('button', { name: 'Create season' }))
    await waitFor(() => expect(code.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(code.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'This is not in the expected format\nLetters and two digits of the year, for example AW26.',
    )
  })

  it('says beside the button that nothing was saved and how much is wrong, until it is put right', async () => {
    answerWith(() => undefined)
    const { user } = form(sizeScales, '/new')
    const state = () => screen.getByRole('status').textContent
    await user.type(await screen.findByRole('textbox', { name: 'Name (English)' }), 'Alpha')
    expect(state()).toContain('Unsaved changes')
    await user.click(screen.getByRole('button', { name: 'Create size scale' }))
    await waitFor(() => expect(state()).toContain('Not saved: 2 entries need attention.'))
    await user.type(screen.getByRole('textbox', { name: 'Size, row 1' }), 'S')
    await waitFor(() => expect(state()).toContain('Not saved. Scale code: Fill this in'))
    await user.click(screen.getByRole('button', { name: 'Show where' }))
    const code = screen.getByRole('textbox', { name: 'Scale code' })
    expect(document.activeElement).toBe(code)
    await user.type(code, 'alpha')
    await waitFor(() => expect(state()).toContain('Unsaved changes'))
    expect(screen.queryByRole('button', { name: 'Show where' })).toBeNull()
  })

  it('that begins with a country does not cover itself with the list of countries', async () => {
    answerWith(() => undefined)
    const { user } = form(rrpMarkets, '/new')
    const country = await screen.findByRole('combobox', { name: 'Market' })
    await waitFor(() => expect(document.activeElement).toBe(country))
    expect(screen.queryByRole('listbox')).toBeNull()
    await user.click(country)
    expect(await screen.findByRole('listbox')).toBeTruthy()
  })

  it('says what is optional, and only that', async () => {
    answerWith(() => undefined)
    form(seasons, '/new')
    expect(await screen.findByLabelText(/^Name \(Chinese\)\s*optional$/)).toBeTruthy()
    expect(screen.queryByLabelText(/^Season code\s*optional$/)).toBeNull()
  })

  it('is sent once however often it is sent off, and leads to the record', async () => {
    const all = answerWith(({ method }) => (method === 'POST' ? { status: 201, body: { ...scale, id: 9 } } : undefined))
    const { user, where } = form(sizeScales, '/new')
    await fillNew(user)
    await user.dblClick(screen.getByRole('button', { name: 'Create size scale' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/9'))
    expect(writes(all)).toHaveLength(1)
    expect(writes(all)[0]?.body).toEqual({
      code: 'ALPHA',
      name_en: 'Alpha',
      sizes: [{ label: 'S', sort_order: 1, ratio_default: 0 }],
    })
  })

  it('keeps every entry while the connection is gone, says so, and repeats itself under the same key', async () => {
    let online = false
    const all = answerWith(({ method }) =>
      method !== 'POST' ? undefined : online ? { status: 201, body: { ...scale, id: 9 } } : 'no answer',
    )
    const { user, where } = form(sizeScales, '/new')
    await fillNew(user)
    await user.keyboard('{Control>}s{/Control}')
    expect(await screen.findByText(/Your entries stay here/)).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name (English)' }).value).toBe('Alpha')
    online = true
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(where()).toBe('/apps/size_scales/9'))
    const [first, second] = writes(all)
    expect(first?.key).toBeTruthy()
    expect(second?.key).toBe(first?.key)
  })

  it('goes through the data provider, with its key', async () => {
    const create = vi.spyOn(dataProvider, 'create')
    const all = answerWith(({ method }) => (method === 'POST' ? { status: 201, body: { ...scale, id: 9 } } : undefined))
    const { user, where } = form(sizeScales, '/new?method=delete&idempotencyKey=theirs')
    await fillNew(user)
    await user.click(screen.getByRole('button', { name: 'Create size scale' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/9'))
    const [{ resource, variables, meta } = expect.fail('nothing was created')] = create.mock.lastCall ?? []
    const [request] = writes(all)
    expect({ resource, variables }).toEqual({ resource: 'size-scales', variables: request?.body })
    expect(request).toMatchObject({ method: 'POST', path: 'size-scales', key: meta?.idempotencyKey })
    expect(request?.key).toMatch(/^[\w-]{16,}$/)
  })

  it('does not wait in silence for a connection that the browser knows to be gone', async () => {
    answerWith(({ method }) => (method === 'POST' ? 'no answer' : undefined))
    const { user } = form(sizeScales, '/new')
    await fillNew(user)
    window.dispatchEvent(new Event('offline'))
    await user.click(screen.getByRole('button', { name: 'Create size scale' }))
    expect(await screen.findByText(/Your entries stay here/)).toBeTruthy()
    window.dispatchEvent(new Event('online'))
  })

  it('puts what the API refuses to its field and its row, the rest on top', async () => {
    answerWith(({ method }) =>
      method === 'POST'
        ? refusal(422, 'invalid', {
            errors: { name_en: ['Taken.'], 'sizes.0.label': ['Twice.'], status: ['Not yet.'] },
          })
        : undefined,
    )
    const { user } = form(sizeScales, '/new')
    await fillNew(user)
    await user.click(screen.getByRole('button', { name: 'Create size scale' }))
    const label = await screen.findByRole('textbox', { name: 'Size, row 1' })
    await waitFor(() => expect(label.getAttribute('aria-invalid')).toBe('true'))
    expect(document.getElementById(label.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Twice.')
    expect(screen.getByRole('textbox', { name: 'Name (English)' }).getAttribute('aria-invalid')).toBe('true')
    const [top] = screen.getAllByRole('alert')
    expect(top?.textContent).toContain('refused: invalid')
    expect(top?.textContent).toContain('Not yet.')
    expect(top?.textContent).not.toContain('Taken.')
  })
})

describe('a record that stands', () => {
  it('sends only what was changed, with the version it was read in', async () => {
    const all = answerWith(standing(({ method }) => (method === 'PATCH' ? { body: scale } : undefined)))
    const { user, where } = form(sizeScales, '/4/edit')
    const name = await screen.findByRole('textbox', { name: 'Name (English)' })
    await user.clear(name)
    await user.type(name, 'Letters')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[0]?.body).toEqual({ name_en: 'Letters', version: 3 })
  })

  it('has a key for each content, and keeps its entries and its page when a save fails', async () => {
    const update = vi.spyOn(dataProvider, 'update')
    let current: object = scale
    const all = answerWith(({ method, path }) => {
      if (method === 'PATCH') return refusal(422, 'invalid', { errors: { market: ['Unknown.'] } })
      return method === 'GET' && path === 'size-scales/4' ? { body: current } : undefined
    })
    const { user } = form(sizeScales, '/4/edit')
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name (English)' })
    await user.type(name, '!')
    current = { ...scale, name_en: 'Theirs', editable: [] }
    const save = async (times: number) => {
      await user.click(screen.getByRole('button', { name: 'Save changes' }))
      await waitFor(() => expect(writes(all)).toHaveLength(times))
      await screen.findByText('refused: invalid')
    }
    await save(1)
    await save(2)
    await user.type(name, '!')
    await save(3)
    const [first, second, third] = writes(all).map(({ key }) => key)
    expect(first).toBeTruthy()
    expect(second).toBe(first)
    expect(third).not.toBe(first)
    expect(update.mock.calls.map(([{ meta }]) => meta?.idempotencyKey)).toEqual([first, second, third])
    expect(name.isConnected && name.value).toBe('Alpha!!')
    expect(all.filter(({ method, path }) => method === 'GET' && path === 'size-scales/4')).toHaveLength(1)
  })

  it('shows as text what may not be changed now', async () => {
    answerWith((seen) => (seen.path === 'size-scales/4' ? { body: { ...scale, editable: ['name_en'] } } : undefined))
    form(sizeScales, '/4/edit')
    await screen.findByRole('textbox', { name: 'Name (English)' })
    expect(screen.queryByRole('textbox', { name: 'Scale code' })).toBeNull()
    expect(screen.getByText('ALPHA')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Add/ })).toBeNull()
  })

  it('shows what somebody else saved meanwhile beside the own entry, and saves what the person chooses', async () => {
    const theirs = { ...scale, version: 4, name_en: 'Their name', market: 'Their market' }
    const all = answerWith(
      standing(({ method }) => {
        if (method !== 'PATCH') return undefined
        return writes(all).length === 1
          ? refusal(409, 'stale', { current: theirs })
          : { body: { ...theirs, version: 5 } }
      }),
    )
    const { user, where } = form(sizeScales, '/4/edit')
    const name = await screen.findByRole('textbox', { name: 'Name (English)' })
    const market = screen.getByRole('textbox', { name: /^Market/ })
    await user.clear(name)
    await user.type(name, 'My name')
    await user.clear(market)
    await user.type(market, 'My market')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    const dialog = await screen.findByRole('dialog', { name: 'This record was changed while you were editing' })
    const choice = within(dialog).getByRole('radiogroup', { name: 'Name (English): which value' })
    expect(choice.textContent).toContain('Their name')
    expect(choice.textContent).toContain('My name')
    await user.click(within(choice).getByRole('radio', { name: /Theirs/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Use these values' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[1]?.body).toEqual({ market: 'My market', version: 4 })
  })

  it('asks before unsaved entries are left', async () => {
    answerWith(standing(() => undefined))
    const { user, where } = draw(
      <>
        <Link to="/away">Away</Link>
        <Routes>
          <Route path="/apps/size_scales/:id/edit" element={<AreaForm area={sizeScales} />} />
          <Route path="*" element={<p>elsewhere</p>} />
        </Routes>
      </>,
      '/apps/size_scales/4/edit',
    )
    await user.type(await screen.findByRole('textbox', { name: 'Name (English)' }), '!')
    await user.click(screen.getByRole('link', { name: 'Away' }))
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    await user.click(within(question).getByRole('button', { name: 'Stay here' }))
    expect(where()).toBe('/apps/size_scales/4/edit')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('link', { name: 'Away' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(where()).toBe('/away'))
  })
})

describe('the rows of a document', () => {
  const saved = async (change: (user: ReturnType<typeof form>['user']) => Promise<void>) => {
    const all = answerWith(standing(({ method }) => (method === 'PATCH' ? { body: scale } : undefined)))
    const { user, where } = form(sizeScales, '/4/edit')
    await screen.findByRole('textbox', { name: 'Size, row 1' })
    await change(user)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    return writes(all)[0]?.body
  }
  const [small, medium] = [
    { id: 41, label: 'S', sort_order: 1, ratio_default: 1 },
    { id: 42, label: 'M', sort_order: 2, ratio_default: 2 },
  ]

  it('get a new row at the end, by the button or by Enter in the last one, with the focus in it', async () => {
    const body = await saved(async (user) => {
      await user.click(screen.getByRole('button', { name: 'Add size' }))
      const third = await screen.findByRole('textbox', { name: 'Size, row 3' })
      await waitFor(() => expect(document.activeElement).toBe(third))
      await user.keyboard('L{Enter}')
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Size, row 4' })))
      await user.keyboard('XL')
    })
    expect(body).toEqual({
      sizes: [
        small,
        medium,
        { label: 'L', sort_order: 3, ratio_default: 0 },
        { label: 'XL', sort_order: 4, ratio_default: 0 },
      ],
      version: 3,
    })
  })

  it('are saved from within a number, as it was typed there', async () => {
    const all = answerWith(standing(({ method }) => (method === 'PATCH' ? { body: scale } : undefined)))
    const { user, where } = form(sizeScales, '/4/edit')
    const ratio = await screen.findByRole('textbox', { name: 'Default ratio, row 1' })
    await user.clear(ratio)
    await user.type(ratio, '1,200')
    expect((ratio as HTMLInputElement).value).toBe('1,200')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(where()).toBe('/apps/size_scales/4'))
    expect(writes(all)[0]?.body).toMatchObject({ sizes: [{ ...small, ratio_default: 1200 }, medium] })
  })

  it('lose a row', async () => {
    const body = await saved((user) => user.click(screen.getByRole('button', { name: 'Remove row 1' })))
    expect(body).toEqual({ sizes: [medium], version: 3 })
  })

  it('change places by button or by Alt and an arrow', async () => {
    const body = await saved(async (user) => {
      await user.click(screen.getByRole('textbox', { name: 'Size, row 1' }))
      await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    })
    expect(body).toEqual({
      sizes: [
        { ...medium, sort_order: 1 },
        { ...small, sort_order: 2 },
      ],
      version: 3,
    })
  })

  it('say that at least one is needed', async () => {
    const all = answerWith(standing(() => undefined))
    const { user } = form(sizeScales, '/4/edit')
    await user.click(await screen.findByRole('button', { name: 'Remove row 1' }))
    await user.click(screen.getByRole('button', { name: 'Remove row 1' }))
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await screen.findByText('At least 1 row is needed')).toBeTruthy()
    expect(writes(all)).toHaveLength(0)
  })
})

describe('many rows on a phone', () => {
  const sizes = ['XS', 'S', 'M', 'L', 'XL'].map((label, index) => ({
    id: 41 + index,
    version: 1,
    label,
    sort_order: index + 1,
    ratio_default: 1,
  }))
  const drawn = async () => {
    await signIn('admin', 390)
    const all = answerWith(({ method, path }) =>
      path === 'size-scales/4' ? { body: { ...scale, sizes } } : method === 'PATCH' ? { body: scale } : undefined,
    )
    return { all, ...form(sizeScales, '/4/edit') }
  }
  const row = (position: number) => within(screen.getByRole('group', { name: `Row ${position}` }))

  it('are folded to their names until one is opened, and all of them are kept', async () => {
    const { all, user } = await drawn()
    await user.click(await screen.findByRole('button', { name: /^M/, expanded: false }))
    const label = row(3).getByRole('textbox', { name: 'Size' })
    expect(screen.getAllByRole('textbox', { name: 'Size' })).toEqual([label])
    await user.clear(label)
    await user.type(label, 'MM')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(writes(all)).toHaveLength(1))
    const labels = ['XS', 'S', 'MM', 'L', 'XL']
    expect(writes(all)[0]?.body).toMatchObject({ sizes: labels.map((label) => ({ label })) })
  })

  it('open where something is wrong with them; a new one is open', async () => {
    const { user } = await drawn()
    await user.click(await screen.findByRole('button', { name: /^M/, expanded: false }))
    await user.clear(row(3).getByRole('textbox', { name: 'Size' }))
    await user.click(row(3).getByRole('button', { expanded: true }))
    expect(row(3).queryByRole('textbox')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    expect(await row(3).findByRole('textbox', { name: 'Size' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add size' }))
    expect(await row(6).findByRole('textbox', { name: 'Size' })).toBeTruthy()
  })
})
