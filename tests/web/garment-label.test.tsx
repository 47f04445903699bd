import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { AxiosAdapter } from 'axios'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { Section } from '#areas/label-markets/screens/on-po-lines.tsx'
import { setLanguage } from '#web/i18n.ts'
import { download } from '#web/kit/files/download.ts'
import { HttpError, http } from '#web/providers/http.ts'
import { answerWith, draw, signIn } from './kit-screen'
import { labelsOf } from './label-fixture'

vi.mock('#web/kit/files/download.ts', () => ({ download: vi.fn(async () => {}) }))

afterEach(cleanup)
beforeEach(() => vi.mocked(download).mockClear())

const show = (changes: Record<string, unknown> = {}) => {
  const all = answerWith(({ path, params }) => {
    if (path !== 'po-lines/5/label') return undefined
    return { body: labelsOf({ ...changes, ...(params.has('market') ? { market: params.get('market') } : {}) }) }
  })
  return { all, ...draw(<Section id={5} />, '/') }
}
const section = async (name = 'Garment label') => within(await screen.findByRole('region', { name }))

describe('the label on the page of an order line', () => {
  beforeAll(() => signIn('Office'))

  it('shows the label with its symbols, and how large it will be', async () => {
    show()
    const label = await section()
    expect(label.getByText('Size S')).toBeTruthy()
    expect(label.getByText('Do not bleach')).toBeTruthy()
    expect(label.getByText('30 × 50 mm')).toBeTruthy()
    expect(label.getByText('Nothing is missing. The label can be printed.')).toBeTruthy()
  })

  it('shows another size, and makes the PDF of it', async () => {
    const { user } = show()
    const label = await section()
    await user.selectOptions(label.getByLabelText('Size'), 'M')
    expect(label.getByText('Size M')).toBeTruthy()
    expect(label.queryByText('Size S')).toBeNull()
    await user.click(label.getByRole('button', { name: 'PDF of size M' }))
    const [path, , params] = vi.mocked(download).mock.calls[0] ?? []
    expect([path, String(params)]).toEqual(['/api/po-lines/5/label.pdf', 'market=AU&size=M'])
  })

  it('asks for the label of another market', async () => {
    const { user, all } = show()
    const label = await section()
    await user.selectOptions(label.getByLabelText('Market'), 'CN')
    await waitFor(() => expect(all.at(-1)?.params.get('market')).toBe('CN'))
  })

  it('prints nothing of the market before while another one is loaded', async () => {
    const { user } = show()
    const label = await section()
    const answer = http.defaults.adapter as AxiosAdapter
    let arrive = () => {}
    http.defaults.adapter = async (config) => {
      await new Promise<void>((resolve) => {
        arrive = resolve
      })
      return answer(config)
    }
    await user.selectOptions(label.getByLabelText('Market'), 'CN')
    const isDisabled = () =>
      ['PDF of all sizes', 'Print file'].map(
        (name) => (label.getByRole('button', { name }) as HTMLButtonElement).disabled,
      )
    expect(isDisabled()).toEqual([true, true])
    expect((label.getByLabelText('Market') as HTMLSelectElement).value).toBe('CN')
    arrive()
    await waitFor(() => expect(isDisabled()).toEqual([false, false]))
  })

  it('names what is missing with the way there, and offers no PDF', async () => {
    show({
      missing: [
        { text: 'The composition is not verified', area: 'fibre-allocations', id: 9 },
        { text: 'No care instruction is approved', area: 'care-allocations', id: null },
      ],
    })
    const label = await section()
    const links = label.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['The composition is not verified', '/apps/yarn/fiber_allocation/9'],
      ['No care instruction is approved', '/apps/care_instruction_po_allocation?po_line_id=5'],
    ])
    expect((label.getByRole('button', { name: 'PDF of all sizes' }) as HTMLButtonElement).disabled).toBe(true)
  })

  it('tells line by line why there is no file of the order', async () => {
    const { user } = show()
    vi.mocked(download).mockRejectedValueOnce(
      new HttpError('The labels cannot be printed yet', 409, {
        code: 'label_incomplete',
        errors: { 'PO-1 / 20': ['The composition is not verified'] },
      }),
    )
    const label = await section()
    await user.click(label.getByRole('button', { name: 'Print file' }))
    await user.click(await screen.findByRole('menuitem', { name: 'All lines of the order, CSV' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('PO-1 / 20')).toBeTruthy()
    expect(dialog.getByText('The composition is not verified')).toBeTruthy()
    expect(vi.mocked(download).mock.calls[0]?.[0]).toBe('/api/purchase-orders/12/label-file')
  })
})

describe('the same in Chinese, for an agent', () => {
  beforeAll(async () => {
    await signIn('Agent')
    await setLanguage('zh')
  })

  it('does not lead to libraries that agents do not read', async () => {
    show({ missing: [{ text: '洗唛市场未填写：进口商', area: 'label-markets', id: 1 }] })
    const label = await section('洗唛')
    expect(label.getByText('洗唛市场未填写：进口商')).toBeTruthy()
    expect(label.queryByRole('link')).toBeNull()
    expect(label.getByText('不可漂白')).toBeTruthy()
  })
})
