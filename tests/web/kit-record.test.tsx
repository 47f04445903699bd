import { cleanup, renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import { seasons } from '#areas/seasons/area.ts'
import { t } from '#web/i18n.ts'
import { MoveButtons } from '#web/kit/moves/move-buttons.tsx'
import { AreaShow } from '#web/kit/record/area-show.tsx'
import { dismiss, useMessage } from '#web/shell/messages/messages.ts'
import { type Answer, answerWith, draw, drawPage, type Seen, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const stamps = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', archived_at: null }
const frozen = {
  ...stamps,
  id: 5,
  version: 2,
  code: 'AW26',
  name_en: 'Autumn',
  status: 'frozen',
  editable: ['name_en'],
  moves: [
    { name: 'open', allowed: false, reason: 'Not from this state.' },
    { name: 'freeze', allowed: false, reason: 'Not from this state.' },
    { name: 'reopen', allowed: true, reason: null },
    { name: 'close', allowed: true, reason: null },
    { name: 'archive', allowed: true, reason: null },
  ],
}
const writes = (all: Seen[]) => all.filter(({ method }) => method !== 'GET')

describe('the moves of a record', () => {
  it('offer the next step as a button and the others in a menu', async () => {
    answerWith(() => undefined)
    const { user } = draw(<MoveButtons area={seasons} record={frozen} />, '/')
    expect(screen.getByRole('button', { name: 'Reopen season' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Close season', 'Archive'])
  })

  it('say why one that belongs to the state is not possible', async () => {
    const record = {
      ...frozen,
      status: 'draft',
      moves: [{ name: 'submit', allowed: false, reason: 'Line 1 has no price.' }],
    }
    const { user } = draw(<MoveButtons area={purchaseOrders} record={record} />, '/')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    const item = screen.getByRole('menuitem')
    expect(item.textContent).toContain('Line 1 has no price.')
    expect(item.getAttribute('aria-disabled')).toBe('true')
  })

  it('happen at once where nothing is asked, with the version seen', async () => {
    const all = answerWith(() => ({ body: { ...frozen, status: 'open', version: 3 } }))
    const { user } = draw(<MoveButtons area={seasons} record={frozen} />, '/')
    await user.click(screen.getByRole('button', { name: 'Reopen season' }))
    await waitFor(() => expect(writes(all)).toHaveLength(1))
    expect(writes(all)[0]).toMatchObject({ path: 'seasons/5/moves/reopen', body: { version: 2 } })
  })

  it('ask what they must know first, and show what stands against them', async () => {
    let tries = 0
    const refused: Answer = { status: 409, body: { message: 'Orders are still open.', code: 'guard' } }
    const all = answerWith(({ method }) =>
      method !== 'POST' ? undefined : ++tries === 1 ? refused : { body: { ...frozen, status: 'closed' } },
    )
    const { user } = draw(<MoveButtons area={seasons} record={frozen} />, '/')
    await user.click(screen.getByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Close season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close season' })
    const agree = within(dialog).getByRole('button', { name: 'Close season' })
    await user.click(agree)
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    await waitFor(() => expect(reason.getAttribute('aria-invalid')).toBe('true'))
    expect(writes(all)).toHaveLength(0)
    await user.type(reason, 'All shipped')
    await user.click(agree)
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Orders are still open.')
    await user.click(agree)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(writes(all)[1]).toMatchObject({
      path: 'seasons/5/moves/close',
      body: { reason: 'All shipped', version: 2 },
      key: writes(all)[0]?.key,
    })
  })
})

describe('the page of a record', () => {
  const page = (answer: (seen: Seen) => Answer | undefined) => {
    const all = answerWith(answer)
    const drawn = drawPage(seasons, AreaShow, '5')
    return { ...drawn, all }
  }
  const history = [
    {
      id: 2,
      at: '2026-02-01T10:00:00Z',
      actor: { id: 1, title: 'Helen Marsh' },
      area: 'seasons',
      action: 'freeze',
      from_status: 'open',
      to_status: 'frozen',
      comment: 'Budget is spent',
      changes: [{ field: 'purchase_to', old: '2026-03-01', new: '2026-02-01' }],
    },
  ]
  const standing = ({ method, path }: Seen): Answer | undefined =>
    method !== 'GET'
      ? undefined
      : path === 'seasons/5'
        ? { body: frozen }
        : path === 'seasons/5/history'
          ? { body: history }
          : undefined

  it('shows state, fields, and what happened in words', async () => {
    page(standing)
    expect(await screen.findByRole('heading', { level: 1, name: 'AW26' })).toBeTruthy()
    const what = within(await screen.findByRole('region', { name: 'History' }))
    expect(await what.findByText('Freeze season')).toBeTruthy()
    expect(what.getByText(/Helen Marsh/)).toBeTruthy()
    expect(what.getByText('1 Mar 2026').tagName).toBe('DEL')
    expect(what.getByText('1 Feb 2026').tagName).toBe('INS')
    expect(what.getByText(/Budget is spent/)).toBeTruthy()
  })

  it('leads back to the list as it was left', async () => {
    sessionStorage.setItem('list:seasons', 'status=frozen&_page=2')
    page(standing)
    const back = await screen.findByRole('link', { name: 'Season library' })
    expect(back.getAttribute('href')).toBe('/apps/sales/po_season_database?status=frozen&_page=2')
    sessionStorage.clear()
  })

  it('deletes after a question, by version', async () => {
    const { user, all, where } = page(standing)
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete AW26?' })
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(where()).toBe('/apps/sales/po_season_database'))
    expect(writes(all)[0]).toMatchObject({ method: 'DELETE', path: 'seasons/5', body: { version: 2 } })
  })

  it('says that a record is not there', async () => {
    page(({ path }) =>
      path === 'seasons/5' ? { status: 404, body: { message: 'Not found.', code: 'not_found' } } : undefined,
    )
    expect(await screen.findByText('Record not found')).toBeTruthy()
  })
})

describe('a record that changes elsewhere', () => {
  /** A portal in which the season is closed by somebody else once `closed` is set. */
  const shared = () => {
    const state = { closed: false }
    const closed = {
      ...frozen,
      version: 3,
      status: 'closed',
      moves: [{ name: 'close', allowed: false, reason: 'It is closed already.' }],
    }
    const now = () => (state.closed ? closed : frozen)
    answerWith(({ path, params }): Answer | undefined => {
      if (path === 'seasons/5') return { body: now() }
      return path === 'seasons' && params.get('id') === '5' ? { body: [now()] } : undefined
    })
    return state
  }

  it('is shown as it is now once its tab comes to the front, and the page names the tab', async () => {
    const state = shared()
    drawPage(seasons, AreaShow, '5')
    expect(await screen.findByRole('button', { name: 'Reopen season' })).toBeTruthy()
    expect(document.title).toBe('AW26 · Season library · Supplier portal')
    state.closed = true
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Reopen season' })).toBeNull())
    expect(screen.getByText('Closed')).toBeTruthy()
  })

  it('takes the life out of a dialog that asks for what is no longer possible, and says why', async () => {
    const state = shared()
    const { user } = drawPage(seasons, AreaShow, '5')
    await user.click(await screen.findByRole('button', { name: 'More actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Close season' }))
    const dialog = await screen.findByRole('dialog', { name: 'Close season' })
    const agree = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Close season' })
    expect(agree.disabled).toBe(false)
    state.closed = true
    window.dispatchEvent(new Event('focus'))
    await waitFor(() => expect(agree.disabled).toBe(true))
    expect(within(dialog).getByRole('alert').textContent).toContain('It is closed already.')
  })

  it('that is deleted elsewhere is shown as gone, and said to be changed never', async () => {
    let isDeleted = false
    answerWith(({ path, params }): Answer | undefined => {
      if (path === 'seasons/5')
        return isDeleted ? { status: 404, body: { message: 'Nothing here.', code: 'not_found' } } : { body: frozen }
      return path === 'seasons' && params.get('id') === '5' ? { body: isDeleted ? [] : [frozen] } : undefined
    })
    drawPage(seasons, AreaShow, '5')
    await screen.findByRole('button', { name: 'Reopen season' })
    dismiss()
    isDeleted = true
    window.dispatchEvent(new Event('focus'))
    expect(await screen.findByText(t('kit.states.gone'))).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reopen season' })).toBeNull()
    expect(renderHook(() => useMessage()).result.current ?? null).toBeNull()
  })

  it('is left alone while something is entered on it', async () => {
    const state = shared()
    drawPage(seasons, AreaShow, '5')
    await screen.findByRole('button', { name: 'Reopen season' })
    const input = document.body.appendChild(document.createElement('input'))
    input.focus()
    state.closed = true
    window.dispatchEvent(new Event('focus'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(screen.getByRole('button', { name: 'Reopen season' })).toBeTruthy()
    input.remove()
  })
})
