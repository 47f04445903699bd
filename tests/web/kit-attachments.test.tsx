import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { seasons } from '#areas/seasons/area.ts'
import type { Area } from '#shared/kit/area.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/attachments.tsx'
import { http } from '#web/providers/http.ts'
import { session } from '#web/providers/session.ts'
import { type Answer, answerWith, draw, type Seen, signIn } from './kit-screen'

beforeAll(async () => {
  await signIn('Office')
  await loadAllAreas()
})
afterEach(cleanup)

const every = { change: true, share: true, replace: true, remove: true }
const none = { change: false, share: false, replace: false, remove: false }
const file = (id: number, name: string, more: object = {}) => ({
  id,
  name,
  type: 'application/pdf',
  size: 2048,
  created_at: '2026-03-01T10:00:00Z',
  created_by: { id: 2, title: 'Helen Marsh' },
  visibility: 'internal',
  kind: null,
  description: null,
  series: id,
  version_no: 1,
  url: `/api/files/${id}?expires=1&signature=x`,
  scan: 'clean',
  pages: null,
  thumb: null,
  preview: null,
  may: every,
  ...more,
})
const standing = [
  file(3, 'contract-b.pdf', { series: 1, version_no: 2, kind: 'contract' }),
  file(1, 'contract-a.pdf'),
  file(2, 'swatch.png', { type: 'image/png', visibility: 'shared', description: 'Second dip', may: none }),
]

/** The section over an API that has these files, and answers writes so. */
const section = (
  files: object[] = standing,
  write: (seen: Seen) => Answer | undefined = () => undefined,
  area: Area = seasons,
) => {
  const all = answerWith((seen) => (seen.method === 'GET' ? { body: seen.path === 'files' ? files : [] } : write(seen)))
  return {
    ...draw(<Attachments area={area} id={5} />, '/'),
    all,
    writes: () => all.filter(({ method }) => method !== 'GET'),
  }
}
const formOf = ({ body }: Seen) => Object.fromEntries(body as FormData)
const png = (name = 'photo.png', size = 3) => new File([new Uint8Array(size)], name, { type: 'image/png' })
const region = () => screen.getByRole('region', { name: 'Files' })

describe('the files of a record', () => {
  it('stand with who, when, what and for whom; earlier versions under the latest', async () => {
    const { user } = section()
    const row = (await screen.findByRole('button', { name: 'contract-b.pdf' })).closest('li')
    expect(row?.textContent).toMatch(/Internal.*Version 2 · Contract · 2 kB · Helen Marsh · 1 Mar 2026/)
    expect(screen.getByText('Second dip')).toBeTruthy()
    expect(screen.queryByText('contract-a.pdf')).toBeNull()
    await user.click(screen.getByRole('button', { name: '1 earlier version' }))
    expect(screen.getByRole('button', { name: 'contract-a.pdf' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'More actions for swatch.png' })).toBeNull()
  })

  it('say what belongs here while there are none', async () => {
    section([])
    expect(await screen.findByText('No files yet')).toBeTruthy()
  })

  it('are asked for again when they could not be had', async () => {
    let tries = 0
    answerWith(({ path }) => (path === 'files' && ++tries === 1 ? { status: 500, body: {} } : { body: standing }))
    const { user } = draw(<Attachments area={seasons} id={5} />, '/')
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'contract-b.pdf' })).toBeTruthy()
  })
})

describe('adding files', () => {
  it('sends each by itself, internal unless it is said otherwise', async () => {
    const { user, writes } = section([], () => ({ status: 201, body: standing }))
    await screen.findByText('No files yet')
    fireEvent.drop(region(), { dataTransfer: { files: [png()], types: ['Files'] } })
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(formOf(writes()[0] as Seen)).toMatchObject({ area: 'seasons', record: '5', visibility: 'internal' })
    expect(await screen.findByRole('button', { name: 'contract-b.pdf' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Shared' }))
    fireEvent.paste(document.body, { clipboardData: { files: [png('pasted.png')] } })
    await waitFor(() => expect(writes()).toHaveLength(2))
    expect(formOf(writes()[1] as Seen)).toMatchObject({ visibility: 'shared' })
    expect(writes()[0]?.key).not.toBe(writes()[1]?.key)
  })

  it('says at a file what is wrong with it, and sends the others', async () => {
    const { user, writes } = section([], () => ({ status: 201, body: [] }))
    await screen.findByText('No files yet')
    const large = Object.defineProperty(png('large.png'), 'size', { value: 25 * 1024 * 1024 + 1 })
    const files = [large, png('empty.png', 0), png('program.exe'), png('good.png')]
    fireEvent.drop(region(), { dataTransfer: { files, types: ['Files'] } })
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect((formOf(writes()[0] as Seen).files as File).name).toBe('good.png')
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(alerts).toEqual(['Larger than 25 MB.', 'The file is empty.', 'This file type is not supported.'])
    await user.click(screen.getByRole('button', { name: 'Dismiss large.png' }))
    expect(screen.getAllByRole('alert')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Retry program.exe' })).toBeNull()
  })

  it('goes on when the page is left before all are uploaded', async () => {
    const { user, all } = section([])
    const answered: (() => void)[] = []
    const signals: unknown[] = []
    const send = http.defaults.adapter as (config: object) => Promise<unknown>
    http.defaults.adapter = (async (config: { method?: string; signal?: unknown }) => {
      if (config.method !== 'post') return send(config)
      signals.push(config.signal)
      await new Promise<void>((resolve) => answered.push(resolve))
      return send(config)
    }) as typeof http.defaults.adapter
    await user.upload(await screen.findByLabelText('Add files'), [png('a.png'), png('b.png'), png('c.png')])
    await waitFor(() => expect(answered).toHaveLength(2))
    cleanup()
    await waitFor(() => expect(answered).toHaveLength(3))
    expect(signals.map((signal) => (signal as AbortSignal).aborted)).toEqual([false, false, false])
    for (const answer of answered) answer()
    await waitFor(() => expect(all.filter(({ method }) => method === 'POST')).toHaveLength(3))
  })

  it('tries again with the same key what the connection lost', async () => {
    let tries = 0
    const { user, writes } = section([], () => (++tries === 1 ? 'no answer' : { status: 201, body: standing }))
    await screen.findByText('No files yet')
    fireEvent.drop(region(), { dataTransfer: { files: [png()], types: ['Files'] } })
    await user.click(await screen.findByRole('button', { name: 'Retry photo.png' }))
    await waitFor(() => expect(screen.queryByText('photo.png')).toBeNull())
    expect(writes()).toHaveLength(2)
    expect(writes()[1]?.key).toBe(writes()[0]?.key)
  })

  it('goes on by itself with what the connection lost, once there is one again', async () => {
    let tries = 0
    const { writes } = section([], () => (++tries === 1 ? 'no answer' : { status: 201, body: standing }))
    await screen.findByText('No files yet')
    fireEvent.drop(region(), { dataTransfer: { files: [png()], types: ['Files'] } })
    await screen.findByRole('button', { name: 'Retry photo.png' })
    fireEvent(window, new Event('online'))
    await waitFor(() => expect(screen.queryByText('photo.png')).toBeNull())
    expect(writes().map(({ key }) => key)).toEqual([writes()[0]?.key, writes()[0]?.key])
  })

  it('puts a new version in the place of the one it follows', async () => {
    const { user, writes, container } = section(standing, () => ({ status: 201, body: standing }))
    await user.click(await screen.findByRole('button', { name: 'More actions for contract-b.pdf' }))
    await user.click(screen.getByRole('menuitem', { name: 'New version' }))
    const input = container.querySelector<HTMLInputElement>('input[aria-label="Add files"]')
    expect(input?.multiple).toBe(false)
    await user.upload(input as HTMLInputElement, png('contract-c.png'))
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(formOf(writes()[0] as Seen)).toMatchObject({ supersedes: '3' })
  })
})

describe('what can be done with a file', () => {
  it('shares it, describes it, deletes it after a question', async () => {
    const { user, writes } = section(standing, () => ({ body: standing }))
    const more = async (entry: string) => {
      await user.click(await screen.findByRole('button', { name: 'More actions for contract-b.pdf' }))
      await user.click(screen.getByRole('menuitem', { name: entry }))
    }
    await more('Share with the supplier')
    await waitFor(() =>
      expect(writes()[0]).toMatchObject({ method: 'PATCH', path: 'files/3', body: { visibility: 'shared' } }),
    )
    await more('Name and description')
    const dialog = await screen.findByRole('dialog', { name: 'Name and description of the file' })
    await user.type(within(dialog).getByRole('textbox', { name: /Description/ }), 'Signed')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: /Kind/ }), 'Invoice')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(writes()[1]?.body).toEqual({ name: 'contract-b.pdf', description: 'Signed', kind: 'invoice' }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await more('Delete')
    const question = await screen.findByRole('alertdialog', { name: 'Delete contract-b.pdf?' })
    expect(writes()).toHaveLength(2)
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(writes()[2]).toMatchObject({ method: 'DELETE', path: 'files/3' }))
  })

  it('shows pictures large, one after the other by the arrow keys', async () => {
    const { user } = section()
    await user.click(await screen.findByRole('button', { name: 'swatch.png' }))
    const dialog = await screen.findByRole('dialog', { name: 'swatch.png' })
    expect(dialog.querySelector('img')?.getAttribute('src')).toBe(standing[2]?.url)
    await user.keyboard('{ArrowLeft}{ArrowRight}{ArrowLeft}{ArrowRight}')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    const download = within(screen.getByRole('dialog')).getByRole('link', { name: /^Download/ })
    expect(download.getAttribute('download')).toMatch(/swatch\.png|contract-b\.pdf/)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('for a supplier', () => {
  it('all is shared, and nobody is asked for whom', async () => {
    await signIn('Agent')
    const { writes } = section(standing, () => ({ status: 201, body: standing }), purchaseOrders)
    await screen.findByRole('button', { name: 'swatch.png' })
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText('Internal')).toBeNull()
    fireEvent.drop(region(), { dataTransfer: { files: [png()], types: ['Files'] } })
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(formOf(writes()[0] as Seen)).toMatchObject({ visibility: 'shared' })
  })

  it('a library takes no files of theirs', async () => {
    const { writes } = section([file(9, 'terms.pdf', { may: none })])
    await screen.findByRole('button', { name: 'terms.pdf' })
    expect(screen.queryByRole('button', { name: 'Add files' })).toBeNull()
    fireEvent.drop(region(), { dataTransfer: { files: [png()], types: ['Files'] } })
    expect(writes()).toEqual([])
  })
})

describe('the viewer', () => {
  beforeAll(() => signIn('Office'))
  const large = file(4, 'art.png', {
    type: 'image/png',
    thumb: '/api/files/40',
    preview: '/api/files/41',
    series: 4,
  })
  const drawing = file(5, 'label.svg', { type: 'image/svg+xml', preview: '/api/files/51', series: 5 })
  const open = async () => {
    const drawn = section([large, drawing, file(6, 'pack.zip', { type: 'application/zip', series: 6 })])
    await drawn.user.click(await screen.findByRole('button', { name: 'art.png' }))
    const dialog = await screen.findByRole('dialog', { name: 'art.png' })
    const picture = () => screen.getByRole('dialog').querySelector('img') as HTMLImageElement
    const load = (width: number, height: number) => {
      Object.defineProperties(picture(), { naturalWidth: { value: width }, naturalHeight: { value: height } })
      fireEvent.load(picture())
    }
    return { ...drawn, dialog, picture, load }
  }
  const percent = () => screen.getByRole('group', { name: 'Zoom' }).textContent

  it('draws the preview first, and the picture itself where that is too small', async () => {
    const { user, picture, load } = await open()
    expect(picture().getAttribute('src')).toBe('/api/files/41')
    expect(screen.queryByRole('group', { name: 'Zoom' })).toBeNull()
    load(2400, 1200)
    // jsdom lays nothing out: the stage counts as 800 × 600.
    expect(percent()).toBe('33%')
    await user.keyboard('++')
    expect(percent()).toBe('52%')
    await user.keyboard('-0')
    expect(percent()).toBe('33%')
    await user.click(screen.getByRole('button', { name: 'Fit to width' }))
    expect(screen.getByRole('button', { name: 'Fit to width' }).getAttribute('aria-pressed')).toBe('true')
    await user.keyboard('+++++')
    expect(picture().getAttribute('src')).toBe(large.url)
  })

  it('leads to the files before and after, which can be shown, and no further', async () => {
    const { user, picture } = await open()
    expect((screen.getByRole('button', { name: 'Previous file' }) as HTMLButtonElement).disabled).toBe(true)
    await user.keyboard('{ArrowRight}')
    await screen.findByRole('dialog', { name: 'label.svg' })
    // Of a drawing only the picture is shown: the drawing itself is for download.
    expect(picture().getAttribute('src')).toBe('/api/files/51')
    expect(screen.getByText('2 of 2')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Next file' }) as HTMLButtonElement).disabled).toBe(true)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('says what cannot be shown, with a way to have it', async () => {
    const { picture } = await open()
    fireEvent.error(picture())
    expect(picture().getAttribute('src')).toBe(large.url)
    fireEvent.error(picture())
    expect(await screen.findByText(/The picture cannot be shown/)).toBeTruthy()
    expect(screen.getAllByRole('link', { name: /Download/ }).length).toBe(2)
  })
})

describe('files that are checked', () => {
  it('stand with what they wait for, and cannot be opened or had', async () => {
    section([
      file(7, 'new.pdf', { scan: 'waiting', series: 7 }),
      file(8, 'bad.csv', { type: 'text/plain; charset=utf-8', scan: 'refused', series: 8 }),
    ])
    expect((await screen.findByText('new.pdf')).closest('li')?.textContent).toMatch(
      /Being checked.*when the virus check/,
    )
    expect(screen.getByText('bad.csv').closest('li')?.textContent).toMatch(/Refused.*refused this file/)
    expect(screen.queryByRole('button', { name: 'new.pdf' })).toBeNull()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('uploads that stopped', () => {
  beforeAll(() => signIn('Office'))
  const stored = () => `tus::portal ${session()?.id} seasons 5 9000000 1 art.zip::1`
  const keep = (creationTime: string) =>
    localStorage.setItem(stored(), JSON.stringify({ creationTime, size: 9_000_000, metadata: { filename: 'art.zip' } }))
  afterEach(() => localStorage.removeItem(stored()))

  it('are told of until the file is chosen again or they are dismissed', async () => {
    keep(new Date().toISOString())
    const { user } = section([])
    await user.click(await screen.findByRole('button', { name: 'Dismiss art.zip' }))
    expect(screen.queryByText(/not uploaded completely/)).toBeNull()
    expect(localStorage.getItem(stored())).toBeNull()
  })

  it('are forgotten after a day', async () => {
    keep(new Date(Date.now() - 25 * 3600_000).toISOString())
    section([])
    await screen.findByText('No files yet')
    expect(screen.queryByText(/not uploaded completely/)).toBeNull()
    expect(localStorage.getItem(stored())).toBeNull()
  })
})
