import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { AreaList } from '#web/kit/list/area-list.tsx'
import { rememberList } from '#web/kit/page/list-memory.ts'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin', 400))
afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const path = '/apps/sales/po_season_database'
const season = (id: number) => ({
  id,
  version: 1,
  code: `S${id}`,
  name_en: `Season ${id}`,
  status: 'open',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  archived_at: null,
  moves: [{ name: 'freeze', allowed: true, reason: null }],
  editable: ['name_en'],
})

/** A portal with seasons of these ids; what is filtered is up to the test. */
const portal = (ids: () => number[]) =>
  answerWith(({ method, path, params }: Seen) => {
    const id = Number(/^seasons\/(\d+)$/.exec(path)?.[1])
    if (method === 'GET' && id) return { body: season(id) }
    if (path !== 'seasons') return undefined
    const [start, end] = [Number(params.get('_start')), Number(params.get('_end'))]
    const all = ids()
    return { body: all.slice(start, end).map(season), headers: { 'x-total-count': String(all.length) } }
  })
const count = (to: number) => Array.from({ length: to }, (_, index) => index + 1)

const at = (address: string) =>
  draw(
    <Routes>
      <Route path={path} element={<AreaList area={seasons} />} />
      <Route path={`${path}/:id`} element={<AreaShow area={seasons} />} />
      <Route path={`${path}/:id/edit`} element={<AreaForm area={seasons} />} />
    </Routes>,
    path + address,
  )
const steps = () => screen.findByRole('group', { name: 'Position in the list' })

describe('the way through a list', () => {
  it('leads on by its conditions and order, page after page, and back to the page that one came to', async () => {
    sessionStorage.setItem('list:seasons', 'status=open&_sort=code&_order=desc')
    const all = portal(() => count(30))
    const { user, where } = at('/25')
    expect((await steps()).textContent).toBe('25 of 30')
    const [request] = all.filter(({ path }) => path === 'seasons')
    expect(Object.fromEntries(request?.params ?? [])).toMatchObject({ status: 'open', _sort: 'code', _order: 'desc' })
    expect(within(await steps()).getByRole('button', { name: 'Previous: S24' })).toBeTruthy()
    await user.click(await within(await steps()).findByRole('button', { name: 'Next: S26' }))
    await waitFor(() => expect(where()).toBe(`${path}/26`))
    await waitFor(async () => expect((await steps()).textContent).toBe('26 of 30'))
    await user.click(screen.getByRole('link', { name: 'Season library' }))
    await waitFor(() => expect(where()).toBe(`${path}?_sort=code&_order=desc&status=open&_page=2`))
  })

  it('leads back to the page of the list that was stored last, also while a record is shown', async () => {
    sessionStorage.setItem('list:seasons', '')
    portal(() => count(30))
    at('/2')
    await steps()
    const back = () => screen.getByRole('link', { name: 'Season library' }).getAttribute('href')
    expect(back()).toBe(path)
    act(() => rememberList(seasons, '_page=2'))
    expect(back()).toBe(`${path}?_page=2`)
  })

  it('is gone by keys, outside of inputs also by single ones, but not below a dialog', async () => {
    sessionStorage.setItem('list:seasons', '')
    portal(() => count(5))
    const { user, where } = at('/2')
    await steps()
    await user.keyboard('j')
    await waitFor(() => expect(where()).toBe(`${path}/3`))
    await steps()
    await user.keyboard('{Alt>}{PageUp}{/Alt}')
    await waitFor(() => expect(where()).toBe(`${path}/2`))
    cleanup()
    const form = at('/2/edit')
    const name = await screen.findByRole('textbox', { name: 'Name (English)' })
    await steps()
    await form.user.click(name)
    await form.user.keyboard('j')
    expect(form.where()).toBe(`${path}/2/edit`)
    fireEvent.keyDown(name, { key: 'PageDown', altKey: true })
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
    fireEvent.keyDown(question, { key: 'PageDown', altKey: true })
    await form.user.click(within(question).getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(form.where()).toBe(`${path}/3/edit`))
  })

  it('goes on from a record that a move took out of the list', async () => {
    sessionStorage.setItem('list:seasons', 'status=open')
    let ids = count(4)
    portal(() => ids)
    const { user, where } = at('/2')
    expect((await steps()).textContent).toBe('2 of 4')
    ids = [1, 3, 4]
    await user.click(screen.getByRole('button', { name: 'Freeze season' }))
    await waitFor(async () => expect((await steps()).textContent).toMatch(/3/))
    await user.click(await within(await steps()).findByRole('button', { name: 'Next: S3' }))
    await waitFor(() => expect(where()).toBe(`${path}/3`))
  })

  it('is not offered on a record that is not of the list, nor without one', async () => {
    portal(() => [1, 2])
    at('/9')
    await screen.findByRole('heading', { level: 1, name: 'S9' })
    expect(screen.queryByRole('group', { name: 'Position in the list' })).toBeNull()
    cleanup()
    sessionStorage.setItem('list:seasons', '')
    const all = portal(() => [1, 2])
    at('/9')
    await screen.findByRole('heading', { level: 1, name: 'S9' })
    await waitFor(() => expect(all.some(({ path }) => path === 'seasons')).toBe(true))
    expect(screen.queryByRole('group', { name: 'Position in the list' })).toBeNull()
  })
})

describe('a look at a record on a phone', () => {
  it('covers the list, says its facts and what can be done, goes on, and is in the address', async () => {
    portal(() => count(3))
    const { user, where } = at('?q=s')
    await user.click(await screen.findByRole('button', { name: 'Preview S2' }))
    const sheet = await screen.findByRole('dialog', { name: 'S2' })
    expect(where()).toBe(`${path}?q=s&_preview=2`)
    expect(await within(sheet).findByRole('button', { name: 'Freeze season' })).toBeTruthy()
    expect(within(sheet).getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(`${path}/2`)
    await user.click(within(sheet).getByRole('button', { name: 'Next: S3' }))
    await screen.findByRole('dialog', { name: 'S3' })
    await user.click(screen.getByRole('button', { name: 'Close preview' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(where()).toBe(`${path}?q=s`)
  })

  it('keeps the focus on the button that goes on, for the next press', async () => {
    portal(() => count(5))
    const { user } = at('?_preview=1')
    await user.click(await screen.findByRole('button', { name: 'Next: S2' }))
    await screen.findByRole('dialog', { name: 'S2' })
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Next: S3')
    await user.keyboard('{Enter}')
    await screen.findByRole('dialog', { name: 'S3' })
  })

  it('says of a record that is gone that it is', async () => {
    answerWith(({ path }) =>
      path === 'seasons/7' ? { status: 404, body: { message: 'gone', code: 'not_found' } } : undefined,
    )
    at('?_preview=7')
    expect(await screen.findByText('Record not found')).toBeTruthy()
  })
})
