import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { careInstructions } from '#areas/care-instructions/area.ts'
import { Form } from '#areas/care-instructions/screens/form.tsx'
import { Show } from '#areas/care-instructions/screens/show.tsx'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'), 240_000)
afterEach(cleanup)

const tee = {
  id: 9,
  version: 3,
  code: 'CI-0001',
  version_no: 2,
  predecessor_id: 8,
  title_en: 'CI-0001 v2 Cotton jersey',
  title_zh: 'CI-0001 v2 棉汗布',
  name_en: 'Cotton jersey',
  name_zh: null,
  fabric: null,
  standard: 'ISO3758',
  wash: 'W40',
  bleach: 'BN',
  tumble: 'TL',
  natural_dry: null,
  iron: 'I150',
  dry_clean: 'PN',
  wet_clean: null,
  warnings: [],
  text_en:
    'Machine wash at 40 °C or below. Do not bleach. Tumble dry, low temperature. Iron at 150 °C or below. Do not dry clean.',
  text_en_au: 'Wash with care.',
  text_zh: '最高洗涤温度40℃，常规程序。不可漂白。可翻转干燥，较低温度。熨斗底板最高温度150℃。不可干洗。',
  edited_texts: ['text_en_au'],
  notes: null,
  status: 'draft',
  created_at: '2026-11-01T00:00:00Z',
  updated_at: '2026-11-02T00:00:00Z',
  archived_at: null,
}
const first = {
  ...tee,
  id: 8,
  version_no: 1,
  predecessor_id: null,
  status: 'active',
  wash: 'W30',
  warnings: ['wash_inside_out'],
  text_en:
    'Machine wash at 30 °C or below. Wash inside out. Do not bleach. Tumble dry, low temperature. Iron at 150 °C or below. Do not dry clean.',
}

const family = (name: RegExp) => within(screen.getByRole('radiogroup', { name }))

describe('the form of a care instruction', () => {
  it('is built by clicking symbols, with the label and its wording beside them', async () => {
    const all = answerWith(() => undefined)
    const { user } = drawPage(careInstructions, Form, 'create')
    await screen.findByRole('radiogroup', { name: 'Washing' })
    await user.type(screen.getByRole('textbox', { name: /^Name$/ }), 'Cotton jersey')
    await user.click(family(/^Washing/).getByRole('radio', { name: 'Wash at 40 °C or below' }))
    expect(screen.getByText('Still to choose: Bleaching, Tumble drying, Ironing, Dry cleaning')).toBeTruthy()
    await user.click(family(/^Bleaching/).getByRole('radio', { name: 'Do not bleach' }))
    await user.click(family(/^Tumble/).getByRole('radio', { name: 'Do not tumble dry' }))
    await user.click(family(/^Ironing/).getByRole('radio', { name: 'Do not iron' }))
    await user.click(family(/^Dry cleaning/).getByRole('radio', { name: 'Do not dry clean' }))
    expect(
      screen.getByText('The goods are washed, but nothing says how they dry. Add a natural drying symbol'),
    ).toBeTruthy()
    await user.click(family(/^Natural drying/).getByRole('radio', { name: 'Dry flat' }))
    expect(screen.queryByText(/nothing says how they dry/)).toBeNull()
    const wordings = within(screen.getByRole('region', { name: 'Wording' }))
    expect(
      wordings.getByText(
        'Warm machine wash, 40 °C maximum. Do not bleach. Do not tumble dry. Dry flat. Do not iron. Do not dry clean.',
      ),
    ).toBeTruthy()
    const label = within(screen.getByRole('region', { name: 'Care label' }))
    expect(label.getAllByRole('img').map((image) => image.getAttribute('aria-label'))).toEqual([
      'Wash at 40 °C or below',
      'Do not bleach',
      'Do not tumble dry',
      'Dry flat',
      'Do not iron',
      'Do not dry clean',
    ])
    await user.click(screen.getByRole('button', { name: 'Create care instruction' }))
    await waitFor(() => expect(all.some(({ method }) => method === 'POST')).toBe(true))
    expect(all.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name_en: 'Cotton jersey',
      wash: 'W40',
      tumble: 'TX',
      natural_dry: 'DF',
      text_zh: '最高洗涤温度40℃，常规程序。不可漂白。不可翻转干燥。平摊晾干。不可熨烫。不可干洗。',
    })
  })

  it('says a contradiction while it is chosen', async () => {
    answerWith(({ path }) => (path === 'care-instructions/9' ? { body: tee } : undefined))
    const { user } = drawPage(careInstructions, Form, '9/edit')
    await screen.findByRole('radiogroup', { name: 'Ironing' })
    await user.click(screen.getByRole('checkbox', { name: 'Warm iron on reverse side' }))
    expect(screen.queryByText(/contradicts/)).toBeNull()
    await user.click(family(/^Ironing/).getByRole('radio', { name: 'Do not iron' }))
    const told = '“Warm iron on reverse side” contradicts “Do not iron”. Remove one of them'
    expect(screen.getAllByText(told)).toHaveLength(2)
    await user.click(screen.getByRole('checkbox', { name: 'Warm iron on reverse side' }))
    expect(screen.queryByText(told)).toBeNull()
  })

  it('moves within a family by arrow keys', async () => {
    answerWith(({ path }) => (path === 'care-instructions/9' ? { body: tee } : undefined))
    const { user } = drawPage(careInstructions, Form, '9/edit')
    await screen.findByRole('radiogroup', { name: 'Tumble drying' })
    const low = family(/^Tumble/).getByRole<HTMLInputElement>('radio', { name: 'Tumble dry, low temperature' })
    expect(low.checked).toBe(true)
    // The simulated browser lacks it, and arrow keys look the group up by it.
    Object.assign(globalThis, { CSS: { escape: (name: string) => name.replace(/[^\w-]/g, (sign) => `\\${sign}`) } })
    low.focus()
    await user.keyboard('{ArrowRight}')
    const none = family(/^Tumble/).getByRole<HTMLInputElement>('radio', { name: 'Do not tumble dry' })
    expect([none.checked, document.activeElement === none]).toEqual([true, true])
  })

  it('keeps an edited wording and takes the generated one again', async () => {
    const all = answerWith(({ method, path }) =>
      path === 'care-instructions/9' ? { body: method === 'PATCH' ? { ...tee, version: 4 } : tee } : undefined,
    )
    const { user } = drawPage(careInstructions, Form, '9/edit')
    const wordings = within(await screen.findByRole('region', { name: 'Wording' }))
    expect(wordings.getByText('Wash with care.')).toBeTruthy()
    expect(wordings.getAllByText('Edited')).toHaveLength(1)
    await user.click(family(/^Washing/).getByRole('radio', { name: 'Hand wash at 40 °C or below' }))
    expect(wordings.getByText('Wash with care.')).toBeTruthy()
    expect(wordings.getByText(/^Hand wash at 40 °C or below\./)).toBeTruthy()
    await user.click(wordings.getByRole('button', { name: /^Use the generated wording: English \(Australia/ }))
    expect(wordings.queryByText('Edited')).toBeNull()
    await user.click(wordings.getByRole('button', { name: /^Edit wording: Chinese/ }))
    const chinese = wordings.getByRole('textbox', { name: 'Chinese' })
    await user.clear(chinese)
    await user.type(chinese, '请手洗。')
    expect(wordings.getAllByText('Edited')).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(all.some(({ method }) => method === 'PATCH')).toBe(true))
    expect(all.find(({ method }) => method === 'PATCH')?.body).toEqual({
      version: 3,
      wash: 'WH',
      text_en: expect.stringMatching(/^Hand wash at 40 °C or below\./),
      text_en_au: expect.stringMatching(/^Warm hand wash/),
      text_zh: '请手洗。',
    })
  })

  it('takes typed codes, and says which exclude each other', async () => {
    answerWith(() => undefined)
    const { user } = drawPage(careInstructions, Form, 'create')
    const input = await screen.findByRole('textbox', { name: 'Enter codes' })
    await user.type(input, 'w40 bn tx tn in p{Enter}')
    expect(screen.getByText('TN and TX exclude each other')).toBeTruthy()
    await user.clear(input)
    await user.type(input, 'wn bn tx in p{Enter}')
    expect(family(/^Washing/).getByRole<HTMLInputElement>('radio', { name: 'Do not wash' }).checked).toBe(true)
    expect(family(/^Wet cleaning/).getByRole<HTMLInputElement>('radio', { name: 'None' }).checked).toBe(true)
  })
})

describe('the page of a care instruction', () => {
  it('says what a version changed, and leads to the others', async () => {
    answerWith(({ method, path }) => {
      if (path === 'care-instructions/9') return { body: tee }
      if (method === 'GET' && path === 'care-instructions') return { body: [tee, first] }
      return undefined
    })
    drawPage(careInstructions, Show, '9')
    const versions = within(await screen.findByRole('region', { name: 'Versions' }))
    expect((await versions.findByRole('link', { name: 'Version 1' })).getAttribute('href')).toBe(
      '/apps/care_instruction_database/8',
    )
    const changed = versions.getByText('Changed since version 1')
    const terms = within(changed.parentElement as HTMLElement).getAllByRole('term')
    expect(terms.map(({ textContent }) => textContent)).toEqual(['Washing', 'Warnings', 'English'])
    for (const drawing of document.querySelectorAll('svg')) drawing.remove()
    const removed = [...document.querySelectorAll('del')].map(({ textContent }) => textContent)
    const added = [...document.querySelectorAll('ins')].map(({ textContent }) => textContent)
    expect(removed).toEqual([
      'Wash at 30 °C or below',
      'Wash inside out',
      'Machine wash at 30 °C or below.',
      'Wash inside out.',
    ])
    expect(added).toEqual(['Wash at 40 °C or below', 'Machine wash at 40 °C or below.'])
  })
})
