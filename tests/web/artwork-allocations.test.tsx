import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { artworkAllocations } from '#areas/artwork-allocations/area.ts'
import { List } from '#areas/artwork-allocations/screens/list.tsx'
import { Show } from '#areas/artwork-allocations/screens/show.tsx'
import { answerWith, draw, drawPage, type Seen, signIn } from './kit-screen'

afterEach(cleanup)

const offer = (name: string, reason: string | null = null) => ({ name, allowed: reason === null, reason })
const round = (number: number, status: string, more: object = {}) => ({
  id: 70 + number,
  version: 1,
  artwork_allocation_id: 7,
  proof_title: `Round ${number}`,
  round: number,
  artwork_id: 3,
  submitted_by: 5,
  submitted_at: '2026-11-10T08:00:00Z',
  comment: null,
  decided_by: null,
  decided_at: null,
  decision_comment: null,
  status,
  ...more,
})
const allocation = {
  id: 7,
  version: 4,
  allocation_title: 'PO-1042 / 10 AW-00012 Hangtag',
  allocation_title_zh: 'PO-1042 / 10 AW-00012 吊牌',
  po_line_id: 10,
  po_line: { id: 10, title: 'PO-1042 / 10' },
  purchase_order_id: 1,
  supplier_id: 60,
  artwork_id: 3,
  artwork: { id: 3, title: 'AW-00012 v1 Hangtag' },
  artwork_type: 'hangtag',
  round: 1,
  due_date: '2026-12-01',
  status: 'submitted',
  proofs: [round(1, 'waiting', { comment: 'Bulk board' })],
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-10T08:00:00Z',
  archived_at: null,
  moves: [offer('approve'), offer('reject'), offer('waive'), offer('cancel')],
}
const file = (id: number, name: string, kind: string, more: object = {}) => ({
  id,
  name,
  type: 'image/png',
  size: 1000,
  created_at: '2026-11-10T08:00:00Z',
  created_by: null,
  visibility: 'shared',
  kind,
  description: null,
  version_no: 1,
  series: id,
  may: { change: false, share: false, replace: false, remove: false },
  scan: 'clean',
  pages: null,
  url: `/api/files/${id}?signature=x`,
  thumb: `/api/files/${id + 1000}?signature=x`,
  preview: `/api/files/${id + 2000}?signature=x`,
  ...more,
})

/** The API around an allocation: its record, the files of its rounds, its artwork and its own, and what it needs. */
const api = (record: object, { needs = [] as object[], own = [] as object[] } = {}) =>
  answerWith(({ method, path, params }: Seen) => {
    if (path === 'artwork-allocations/7' && method === 'GET') return { body: record }
    if (path === 'artwork-allocations/7/needs') return { body: { needs } }
    if (path === 'files' && method === 'GET') {
      if (params.get('area') === 'artworks') return { body: [file(30, 'hangtag.pdf', 'print_file')] }
      if (params.get('area') === 'artwork-proofs')
        return { body: [file(Number(params.get('record')), `proof-${params.get('record')}.png`, 'proof')] }
      return { body: own }
    }
    if (path === 'files') return { status: 201, body: own }
    if (method === 'POST') return { body: { ...record, version: 5 } }
    return undefined
  })
const show = () => drawPage(artworkAllocations, Show, '7')

describe('the proof of an artwork, for who judges it', () => {
  beforeAll(() => signIn('Office'), 240_000)

  it('is answered by two buttons beside each other, a rejection with its reason', async () => {
    const all = api(allocation)
    const { user } = show()
    expect(await screen.findByRole('button', { name: 'Approve' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.queryByRole('menuitem', { name: 'Reject' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Green too dark')
    await user.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() =>
      expect(all.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'artwork-allocations/7/moves/reject',
        body: { version: 4, comment: 'Green too dark' },
      }),
    )
  })

  it('stands beside the artwork, with what the supplier said of it', async () => {
    api(allocation)
    show()
    const proof = within(await screen.findByRole('region', { name: 'Proof, round 1' }))
    expect(proof.getByText('Bulk board')).toBeTruthy()
    expect(await proof.findByRole('img', { name: /Artwork/ })).toBeTruthy()
    expect(proof.getByRole('img', { name: /round 1/i }).getAttribute('src')).toBe('/api/files/2071?signature=x')
  })

  it('is looked at round by round, with the answer to each', async () => {
    const proofs = [
      round(1, 'rejected', { decided_at: '2026-11-11T08:00:00Z', decision_comment: 'Hole too close' }),
      round(2, 'waiting', { comment: 'Corrected' }),
    ]
    api({ ...allocation, round: 2, proofs })
    const { user } = show()
    expect(await screen.findByText('Corrected')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Round 1' }))
    expect(await screen.findByText('Hole too close')).toBeTruthy()
    expect(screen.queryByText('Corrected')).toBeNull()
  })

  it('cannot be judged before the line has what it prints, which leads to where that is seen to', async () => {
    const missing = [{ text: 'The article has no empty carton weight', area: 'articles', id: 5 }]
    const moves = [offer('approve', 'The article has no empty carton weight'), offer('reject')]
    api({ ...allocation, artwork_type: 'carton_mark', moves }, { needs: [{ name: 'carton', missing }] })
    show()
    const link = await screen.findByRole('link', { name: 'The article has no empty carton weight' })
    expect(link.getAttribute('href')).toMatch(/\/5$/)
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Reject' })).toBeTruthy()
    expect(screen.getByText(/^Approve: The article has no empty carton weight/)).toBeTruthy()
  })
})

describe('the proof of an artwork, for the supplier', () => {
  beforeAll(() => signIn('Agent'), 240_000)

  const next = { ...allocation, status: 'acknowledged', proofs: [], moves: [offer('submit_evidence')] }

  it('is taken by camera or chosen, and shows what will be submitted', async () => {
    const all = api(next, { own: [file(50, 'strike-off.png', 'proof'), file(51, 'invoice.png', 'invoice')] })
    const { user, container } = show()
    const list = within(await screen.findByRole('list', { name: 'Proofs to submit' }))
    expect(list.getByText('strike-off.png')).toBeTruthy()
    expect(list.queryByText('invoice.png')).toBeNull()
    const input = container.querySelector<HTMLInputElement>('input[type=file][multiple]')
    await user.upload(input as HTMLInputElement, new File(['x'], 'second.png', { type: 'image/png' }))
    await waitFor(() => expect(all.some(({ method, path }) => method === 'POST' && path === 'files')).toBe(true))
    expect(screen.getByRole('button', { name: 'Submit proof' })).toBeTruthy()
  })

  it('is not asked for once it is submitted, and is not the supplier’s to judge', async () => {
    api({ ...allocation, moves: [] })
    show()
    expect(await screen.findByRole('region', { name: 'Proof, round 1' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Proof, round 2' })).toBeNull()
    for (const name of ['Approve', 'Reject']) expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('the list of artwork of lines', () => {
  it.each([
    ['Office', 'status=submitted&is_line_open=true', 'To approve'],
    ['Agent', 'status_in=allocated,acknowledged,rejected&is_line_open=true', 'Proof missing'],
  ] as const)(
    'begins for %s with what waits for them',
    async (role, filter, preset) => {
      // The grid has no width in a simulated browser: this list is a phone's.
      await signIn(role, 400)
      const all = answerWith(({ path }) =>
        path === 'artwork-allocations' ? { body: [allocation], headers: { 'x-total-count': '1' } } : undefined,
      )
      const { where } = draw(<List area={artworkAllocations} />, artworkAllocations.path ?? '')
      expect(await screen.findByText('PO-1042 / 10 AW-00012 Hangtag')).toBeTruthy()
      await waitFor(() => expect(decodeURIComponent(where() ?? '')).toContain(filter))
      const pressed = screen.getAllByRole('button', { pressed: true })
      expect(pressed.map(({ textContent }) => textContent)).toContainEqual(expect.stringContaining(preset))
      expect(screen.getByRole('link', { name: 'Lines and types' }).getAttribute('href')).toMatch(/\/matrix$/)
      const asked = all.filter(({ path, params }) => path === 'artwork-allocations' && params.has('_end'))
      const conditions = new URLSearchParams(filter)
      for (const { params } of asked) expect(Object.fromEntries(params)).toMatchObject(Object.fromEntries(conditions))
    },
    120_000,
  )
})
