import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { suppliers } from '#areas/suppliers/area.ts'
import { List } from '#areas/suppliers/screens/list.tsx'
import { Show } from '#areas/suppliers/screens/show.tsx'
import { answerWith, draw, drawPage, signIn } from './kit-screen'
import { supplier } from './supplier-fixture'

beforeAll(() => signIn('Agent'))
afterEach(cleanup)

describe('a supplier, for its own people', () => {
  it('has its contacts on its page, and nothing of standing or score', async () => {
    const all = answerWith(({ path }) =>
      path.startsWith('suppliers/60') ? { body: path.endsWith('history') ? [] : supplier } : undefined,
    )
    drawPage(suppliers, Show, '60')
    const contacts = within(await screen.findByRole('region', { name: 'Contacts' }))
    expect(contacts.getByText('刘洋 Yang Liu')).toBeTruthy()
    expect(contacts.getByText('Shipping')).toBeTruthy()
    expect(screen.queryByText(/standing|scorecard/i)).toBeNull()
    expect(all.map(({ path }) => path)).not.toContain('suppliers/60/scorecard')
  })

  it('is listed without presets of standings', async () => {
    answerWith(({ path }) =>
      path === 'suppliers' ? { body: [supplier], headers: { 'x-total-count': '1' } } : undefined,
    )
    draw(<List area={suppliers} />, suppliers.path ?? '')
    expect(await screen.findByRole('button', { name: /^Active/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Standing proposed|Blocked|On watch/ })).toBeNull()
  })
})
