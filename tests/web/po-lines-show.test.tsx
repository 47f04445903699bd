import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { Show } from '#areas/po-lines/screens/show.tsx'
import type { Requirement } from '#shared/trade/requirements.ts'
import { setLanguage } from '#web/i18n.ts'
import { answerWith, drawPage, type Seen, signIn } from './kit-screen'
import { labelsOf } from './label-fixture'
import { line, order } from './purchase-orders-fixture'

afterEach(cleanup)

const show = () => drawPage(poLines, Show, '120')
const offer = (name: string, reason: string | null = null) => ({ name, allowed: reason === null, reason })
const waiting = (changes: Record<string, unknown> = {}) =>
  line({
    status: 'pending',
    purchase_order_id: 12,
    purchase_order: { id: 12, title: '4501' },
    last_price: '5.0000',
    approval_reasons: ['price_above_target', 'price_above_last', 'supplier_on_watch'],
    moves: [offer('approve'), offer('request_revision'), offer('reject')],
    ...changes,
  })
const everyLine = { id: 1, name_en: 'Every order line', name_zh: '所有订单行' }
const need = (changes: Partial<Requirement>): Requirement => ({
  area: 'factory-allocations',
  status: 'missing',
  reasons: [{ source: 'profile', record: everyLine, types: [], is_needed: true }],
  policy: 'block',
  missing: [],
  market: null,
  record: null,
  ...changes,
})
const price = (market: string, changes: Partial<Requirement>, state: string, amount: string | null): Requirement =>
  need({
    area: 'po-line-rrps',
    policy: null,
    market,
    record: { id: 5, state, amount, currency: 'GBP', due_date: '2027-01-19' },
    ...changes,
  })
const api =
  (record: ReturnType<typeof waiting>, requirements: Requirement[] = []) =>
  (seen: Seen) => {
    if (seen.path === 'po-lines/120/requirements') return { body: { readiness: 'missing', requirements } }
    if (seen.method === 'POST') return { body: { ...record, status: 'approved', version: 3 } }
    if (seen.path === 'po-lines/120/label') return { body: labelsOf() }
    if (/^po-lines\/120\/(carton-marks|price-tickets)/.test(seen.path))
      return { status: 404, body: { message: 'Not found' } }
    if (seen.path === 'po-lines/120') return { body: record }
    if (seen.path === 'purchase-orders/12') return { body: order({ status: 'pending_approval', issued_at: null }) }
    if (seen.path === 'purchase-orders/12/history')
      return {
        body: [
          {
            id: 1,
            at: '2026-01-12T08:00:00Z',
            actor: { id: null, title: 'system' },
            action: 'import',
            from_status: null,
            to_status: 'draft',
            comment: null,
            changes: [],
          },
        ],
      }
    if (seen.path === 'po-lines') return { body: [record, { ...record, id: 121 }], headers: { 'x-total-count': '4' } }
    return undefined
  }

describe('the page of a line, for who decides', () => {
  beforeAll(() => signIn('Office'))

  it('says what it costs and why to look closer, in words and figures', async () => {
    answerWith(api(waiting()))
    show()
    const approval = within(await screen.findByRole('region', { name: 'Approval' }))
    expect(approval.getByText('5% above target 5.00')).toBeTruthy()
    expect(approval.getByText('5% above last price 5.00')).toBeTruthy()
    expect(approval.getByText('Supplier on watch')).toBeTruthy()
    expect(await approval.findByText('Order value')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open order' }).getAttribute('href')).toBe('/apps/purchase_order/12')
    expect(screen.getByRole('link', { name: 'PO line approval' })).toBeTruthy()
    expect(await screen.findByText(/The portal/)).toBeTruthy()
  })

  it('takes the answer with a comment, and leads on to the next line', async () => {
    const all = answerWith(api(waiting()))
    const { user } = show()
    const next = await screen.findByRole('link', { name: 'Next line (3 more)' })
    expect(next.getAttribute('href')).toBe(`${poLines.path}/121`)
    await user.click(screen.getByRole('button', { name: 'Reject line' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Too dear')
    await user.click(dialog.getByRole('button', { name: 'Reject line' }))
    await waitFor(() =>
      expect(all.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'po-lines/120/moves/reject',
        body: { comment: 'Too dear', version: 2 },
      }),
    )
  })

  it('says why one cannot decide in place of the buttons, and that nothing speaks against a line', async () => {
    const refused = 'You made this order yourself.'
    const moves = ['approve', 'request_revision', 'reject'].map((name) => offer(name, refused))
    answerWith(api(waiting({ approval_reasons: [], moves })))
    show()
    expect(await screen.findByText(refused)).toBeTruthy()
    expect(screen.getByText(/^No issues/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve line' })).toBeNull()
  })

  it('says who decided and with which words', async () => {
    const decided = {
      status: 'rejected',
      decided_by: 3,
      decided_at: '2026-01-13T08:00:00Z',
      approval_comment: 'Too dear',
    }
    answerWith(api(waiting({ ...decided, moves: [] })))
    show()
    expect(await screen.findByText('“Too dear”')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Approve line' })).toBeNull()
  })
})

describe('the page of a line, for who follows the goods', () => {
  const following = (changes: Record<string, unknown> = {}) =>
    waiting({
      status: 'approved',
      delivery_status_id: 4,
      delivery_status: { id: 4, title: 'In production', title_zh: '生产中' },
      delivery_stage: 'production',
      delivery_risk: 'red',
      delivery_risk_reasons: ['forecast_after_window', 'task_late'],
      season_id: 4,
      season: { id: 4, title: 'SS27' },
      season_warning: 'outside_window',
      readiness: 'missing',
      moves: [],
      editable: [],
      ...changes,
    })
  const women = { id: 3, name_en: 'Women', name_zh: '女装' }
  const needed = [
    need({}),
    price(
      'GB',
      { reasons: [{ source: 'category', record: women, types: [], is_needed: true }], status: 'missing' },
      'required',
      null,
    ),
    price(
      'AU',
      { reasons: [{ source: 'manual', record: null, types: [], is_needed: true }], status: 'ok' },
      'released',
      '29.9',
    ),
  ]
  const region = async (name: string) => within(await screen.findByRole('region', { name }))

  it('closes a line of which no more will come, with the reason', async () => {
    const moves = [offer('short_close'), offer('reopen_closed', 'This line is not closed.')]
    const all = answerWith(api(following({ moves })))
    const { user } = show()
    await user.click(await screen.findByRole('button', { name: 'Close line short' }))
    expect(screen.queryByRole('button', { name: 'Reopen line' })).toBeNull()
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'Fabric ran out')
    await user.click(dialog.getByRole('button', { name: 'Close line short' }))
    await waitFor(() =>
      expect(all.find(({ method }) => method === 'POST')).toMatchObject({
        path: 'po-lines/120/moves/short_close',
        body: { reason: 'Fabric ran out', version: 2 },
      }),
    )
  })

  it('says in its head that a line is dropped, whose approval stands', async () => {
    await signIn('Office')
    answerWith(api(following({ line_status: 'cancelled', delivery_stage: 'closed', delivery_status: null })))
    show()
    const head = (await screen.findByText('Approved')).parentElement?.parentElement as HTMLElement
    expect(await within(head).findByText('Cancelled')).toBeTruthy()
  })

  it('says of goods that are booked that they are being shipped, not that they are on their way', async () => {
    await signIn('Office')
    answerWith(api(following({ delivery_stage: 'shipping' })))
    show()
    expect((await region('Delivery')).getByText('Shipping (stage 4 of 5)')).toBeTruthy()
  })

  it('leads to dropping the line, while nothing speaks against that', async () => {
    await signIn('Office')
    const orderWith = (changes: Record<string, unknown>) => (seen: Seen) => {
      const lines = [line(changes), line({ id: 121, line_no: 20 })]
      return seen.path === 'purchase-orders/12'
        ? { body: order({ lines, moves: [offer('request_change'), offer('revise', 'Not now')] }) }
        : api(following())(seen)
    }
    answerWith(orderWith({}))
    show()
    const drop = await screen.findByRole('link', { name: 'Drop line' })
    expect(drop.getAttribute('href')).toBe('/apps/purchase_order/12?drop=120')
    cleanup()
    answerWith(orderWith({ packed_qty: 12 }))
    show()
    expect(await screen.findByRole('region', { name: 'Order 4501' })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Drop line' })).toBeNull()
  })

  it('says where the delivery stands, by how much it slips and every reason why it is at risk', async () => {
    await signIn('Office')
    answerWith(api(following()))
    show()
    const delivery = await region('Delivery')
    for (const text of ['In production', 'At risk', '7 days late', 'In production (stage 2 of 5)'])
      expect(delivery.getByText(text)).toBeTruthy()
    expect(delivery.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Ex-factory after the ship window',
      'A task is late',
    ])
    expect(delivery.queryByRole('button')).toBeNull()
  })

  it('names the documents that are missing, each with a button to attach it for both sides', async () => {
    await signIn('Office')
    const documents = need({
      area: 'po-lines',
      policy: 'warn',
      missing: ['packing_instruction'],
      reasons: [
        { source: 'profile', record: everyLine, types: ['packing_instruction', 'test_report'], is_needed: true },
      ],
    })
    const record = following({ requirements: ['attachments_packing_instruction', 'attachments_test_report'] })
    const all = answerWith((seen) => (seen.path.startsWith('files') ? { body: [] } : api(record, [documents])(seen)))
    const { user } = show()
    const requirements = await region('Requirements')
    expect(requirements.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'AttachmentsMissingMissing: Packing instructionsProfile Every order line: Packing instructions, Test reportWarning at booking',
    ])
    const files = await region('Files')
    expect(await files.findByText('Packing instructions: missing')).toBeTruthy()
    expect(files.getByText('Test report: attached')).toBeTruthy()
    expect(screen.getByRole('link', { name: '4501' }).getAttribute('href')).toBe('/apps/purchase_order/12')
    await user.click(files.getByRole('button', { name: 'Attach Packing instructions' }))
    await user.upload(
      screen.getByLabelText('Add files', { selector: 'input' }),
      new File(['%PDF-'], 'packing.pdf', { type: 'application/pdf' }),
    )
    await waitFor(() => {
      const sent = all.find(({ method, path }) => method === 'POST' && path.startsWith('files'))
      expect(Object.fromEntries(sent?.body as FormData)).toMatchObject({
        ...{ area: 'po-lines', record: '120', kind: 'packing_instruction', visibility: 'shared' },
      })
    })
  })

  it('says what is needed, why, how far it is and what hangs on it', async () => {
    await signIn('Office')
    answerWith(api(following(), needed))
    show()
    const requirements = await region('Requirements')
    expect(requirements.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Factory allocationMissingProfile Every order lineRequired before booking',
      'Retail price · United KingdomMissingCategory WomenDue 19 Jan 2027',
      'Retail price · AustraliaReadySet for this line',
    ])
    const attributes = await region('Sales attributes')
    expect(attributes.getByText('Season: Ordered outside its purchase window')).toBeTruthy()
    expect(attributes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'United Kingdom–Required',
      'AustraliaGBP 29.90Released',
    ])
    expect(attributes.getByRole('link', { name: 'Australia' }).getAttribute('href')).toBe(
      '/apps/sales/rrp/rrp_required/5',
    )
  })

  it('is Chinese to staff, who may say how far the goods are and see no price', async () => {
    await signIn('staff', 400)
    await setLanguage('zh')
    answerWith(api(following({ editable: ['delivery_status_id'] }), [need({})]))
    const { user } = show()
    const requirements = await region('各项要求')
    expect(requirements.getByRole('listitem').textContent).toBe('工厂分配缺少方案“所有订单行”订舱前必须完成')
    const delivery = await region('交货')
    expect(delivery.getByText('延误 7 天')).toBeTruthy()
    expect(screen.queryByText('单价')).toBeNull()
    expect(screen.queryByRole('region', { name: '审批' })).toBeNull()
    await user.click(delivery.getByRole('button', { name: '修改' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('交货状态')).toBeTruthy()
    expect(sheet.queryByText('延误原因')).toBeNull()
    await setLanguage('en')
  })
})
