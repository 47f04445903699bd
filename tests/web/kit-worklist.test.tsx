import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { asWorklist } from '#shared/kit/worklist.ts'
import { CellEditor } from '#web/kit/inline/cell-editor.tsx'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { readAddress } from '#web/kit/list/list-address.ts'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

// The grid has no width in a simulated browser: these lists are a phone's.
beforeAll(() => signIn('admin', 400))
afterEach(cleanup)

const openSeasons = asWorklist(seasons, {
  name: 'open-seasons',
  area: 'seasons',
  path: '/apps/open_seasons',
  auth: 'everyone',
  columns: ['code', 'name_en', 'markdown_from'],
  sort: ['-year'],
  where: [{ field: 'status', op: '', values: ['open'] }],
  edits: ['markdown_from', 'name_zh'],
})
const season = {
  id: 1,
  version: 3,
  code: 'AW26',
  name_en: 'Autumn',
  name_zh: null,
  status: 'open',
  markdown_from: '2027-01-05',
} as unknown as AnyRecord

/** The API with one season; `write` answers what changes it. */
const withSeason = (write: (seen: Seen) => Answer) =>
  answerWith((seen) => {
    if (seen.method === 'PATCH') return write(seen)
    return seen.path === 'seasons' ? { body: [season], headers: { 'x-total-count': '1' } } : undefined
  })
const writes = (all: Seen[]) => all.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
const saved = ({ body }: Seen): Answer => ({ body: { ...season, ...(body as object), version: 4 } })

describe('a worklist', () => {
  it('asks for what fits its own conditions and the person’s, in its own order, and keeps its place under its own name', async () => {
    const all = withSeason(saved)
    draw(<AreaList area={openSeasons} />, '/apps/open_seasons?year=2026')
    expect((await screen.findByRole('link', { name: 'AW26' })).getAttribute('href')).toBe('/apps/open_seasons/1')
    const [{ params } = { params: new URLSearchParams() }] = all.filter(({ path }) => path === 'seasons')
    expect(Object.fromEntries(params)).toMatchObject({
      status: 'open',
      year: '2026',
      _sort: 'year',
      _order: 'desc',
    })
    expect(sessionStorage.getItem('list:open-seasons')).toBe('year=2026')
    expect(sessionStorage.getItem('list:seasons')).toBeNull()
  })

  it('is not talked out of its conditions by an address', () => {
    const { filters } = readAddress(openSeasons, new URLSearchParams('status=closed&status_ne=frozen'), () => true)
    expect(filters).toEqual([{ field: 'status', op: '_ne', values: ['frozen'] }])
  })

  it('changes a few fields on a sheet over the card, with the way back in the message', async () => {
    const all = withSeason(saved)
    const { user } = draw(
      <>
        <MessageBar />
        <AreaList area={openSeasons} />
      </>,
      '/apps/open_seasons',
    )
    await user.click(await screen.findByRole('button', { name: 'Edit AW26' }))
    const sheet = await screen.findByRole('dialog', { name: 'AW26' })
    await user.type(within(sheet).getByRole('textbox', { name: /Name \(Chinese\)/ }), '秋')
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(writes(all)).toEqual([{ name_zh: '秋', version: 3 }]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(writes(all)[1]).toEqual({ name_zh: null, version: 4 }))
  })

  it('shows what somebody else saved meanwhile before it may be saved over', async () => {
    let now = season
    const all = answerWith((seen) => {
      if (seen.method === 'GET')
        return seen.path === 'seasons' ? { body: [now], headers: { 'x-total-count': '1' } } : undefined
      if ((seen.body as { version: number }).version === 4) return saved(seen)
      now = { ...season, version: 4, name_zh: '秋季', markdown_from: '2027-01-12' } as unknown as AnyRecord
      return { status: 409, body: { message: 'It was changed.', code: 'stale', current: now } }
    })
    const { user } = draw(<AreaList area={openSeasons} />, '/apps/open_seasons')
    await user.click(await screen.findByRole('button', { name: 'Edit AW26' }))
    const sheet = await screen.findByRole('dialog', { name: 'AW26' })
    await user.type(within(sheet).getByRole('textbox', { name: /Name \(Chinese\)/ }), '秋')
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    const changes = await within(sheet).findByRole('group', { name: 'Changed in the meantime:' })
    await waitFor(() => expect(changes.textContent).toContain('秋季'))
    expect(changes.textContent).toContain('12 Jan 2027')
    await user.click(within(sheet).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(writes(all)[1]).toEqual({ name_zh: '秋', version: 4 }))
  })
})

describe('a cell that is changed', () => {
  const open = (write: (seen: Seen) => Answer) => {
    const all = withSeason(write)
    const [onGo, onClose] = [vi.fn(), vi.fn()]
    const anchor = document.body.appendChild(document.createElement('div'))
    const editor = (
      <CellEditor
        area={openSeasons}
        record={season}
        name="markdown_from"
        anchor={anchor}
        onGo={onGo}
        onClose={onClose}
      />
    )
    return { ...draw(editor, '/apps/open_seasons'), all, onGo, onClose }
  }
  const day = () => screen.findByRole('textbox', { name: /Markdown from/ })

  it('is saved by Enter with the version seen, and by Tab on the way to the next', async () => {
    const { user, all, onClose, onGo } = open(saved)
    await user.clear(await day())
    await user.type(await day(), '2027-02-01{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    await user.tab()
    await waitFor(() => expect(onGo).toHaveBeenCalledWith(1))
    expect(writes(all)[0]).toEqual({ markdown_from: '2027-02-01', version: 3 })
  })

  it('stays as it was with Esc', async () => {
    const { user, all, onClose } = open(saved)
    await user.clear(await day())
    await user.type(await day(), '2027-02-01{Escape}')
    expect(onClose).toHaveBeenCalled()
    expect(writes(all)).toEqual([])
  })

  it('says there what speaks against it, and asks for what the refusal wants beside it', async () => {
    const refused: Answer = {
      status: 422,
      body: { message: 'Check the fields', errors: { 'lines.0.name_zh': ['Say it in Chinese too'] } },
    }
    const answers = [refused]
    const { user, all, onClose } = open((seen) => answers.shift() ?? saved(seen))
    await user.clear(await day())
    await user.type(await day(), '2027-02-01{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Say it in Chinese too')
    expect(onClose).not.toHaveBeenCalled()
    await user.type(screen.getByRole('textbox', { name: /Name \(Chinese\)/ }), '秋{Enter}')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(writes(all)[1]).toEqual({ markdown_from: '2027-02-01', name_zh: '秋', version: 3 })
  })
})
