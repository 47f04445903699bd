import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { settings } from '#areas/settings/area.ts'
import { changedPolicies } from '#areas/settings/screens/changed-policies.ts'
import { Form } from '#areas/settings/screens/form.tsx'
import { sections } from '#areas/settings/screens/sections.ts'
import { addDays, today } from '#shared/base/dates.ts'
import en from '../../locales/en/areas/settings.json'
import { answerWith, drawPage, signInToChoose } from './kit-screen'

it('every setting stands in one section, and sections on prices and scores say what they are for', () => {
  const placed = sections.flatMap(({ fields }) => fields)
  expect(placed.toSorted()).toEqual(Object.keys(settings.fields).toSorted())
  // Rows are a section by the name of their field.
  for (const { name } of sections) expect(Object.keys({ ...en.sections, ...en.fields })).toContain(name)
  for (const name of ['retail', 'scorecard'] as const) expect(en.sections_help[name]).toMatch(/\w\.$/)
})

const applied = {
  id: 1,
  kind: 'care',
  policy: 'warn',
  effective_from: '2026-01-05',
  applied_at: '2026-01-05T01:00:00Z',
}
const planned = { id: 2, kind: 'fibre', policy: 'block', effective_from: addDays(today(), 9), applied_at: null }

describe('changes of policies', () => {
  const stored = { care_requirement: 'warn', fibre_requirement: 'warn', policy_changes: [applied, planned] }
  const change = (values: object) => changedPolicies(stored, { ...stored, ...values })

  it.each([
    ['nothing', {}, []],
    [
      'a policy at once',
      { care_requirement: 'block' },
      [{ kind: 'care', before: 'warn', after: 'block', from_day: null }],
    ],
    ['an empty choice', { care_requirement: '' }, []],
    [
      'another day of what is planned',
      { policy_changes: [applied, { ...planned, effective_from: '2099-01-01' }] },
      [{ kind: 'fibre', before: 'warn', after: 'block', from_day: '2099-01-01' }],
    ],
    [
      'rows in the order of kinds and days, those that are not complete left out',
      {
        policy_changes: [
          { kind: 'care', policy: 'ignore', effective_from: '2099-03-01' },
          { kind: 'care', policy: 'block', effective_from: '2099-02-01' },
          { kind: 'care', policy: '', effective_from: '2099-02-01' },
          { kind: 'factory', policy: 'ignore', effective_from: '2099-05-01' },
        ],
      },
      [
        { kind: 'factory', before: '', after: 'ignore', from_day: '2099-05-01' },
        { kind: 'care', before: 'warn', after: 'block', from_day: '2099-02-01' },
        { kind: 'care', before: 'warn', after: 'ignore', from_day: '2099-03-01' },
      ],
    ],
  ])('%s', (_what, values, changes) => expect(change(values)).toEqual(changes))
})

describe('the form', () => {
  beforeAll(() => signInToChoose('admin'), 240_000)
  afterEach(cleanup)

  it('says how many open lines a policy is about, and keeps what is in force', async () => {
    const record = {
      id: 1,
      version: 4,
      company_name: 'Retail',
      base_currency: 'GBP',
      care_requirement: 'warn',
      policy_changes: [applied, planned],
      archived_at: null,
    }
    answerWith(({ method, path }) => {
      if (method !== 'GET') return undefined
      if (path === 'settings/1') return { body: record }
      if (path === 'settings/policy-effect') return { body: { kinds: { care: { needed: 1203, open: 214 } } } }
      return undefined
    })
    const { user } = drawPage(settings, Form, 'edit')
    expect(await screen.findByText('No policy changes.')).toBeTruthy()

    const table = within(screen.getByRole('table', { name: 'Planned policy changes' }))
    expect(table.getByRole('img', { name: /Came into force: .*2026.* It cannot be changed or removed\./ })).toBeTruthy()
    expect(table.queryByRole('button', { name: 'Remove row 1' })).toBeNull()
    expect(table.getByRole('button', { name: 'Remove row 2' })).toBeTruthy()
    const inputsOf = (index: number) =>
      document.querySelectorAll(`[data-row="policy_changes.${index}"] :is(input, select)`).length
    expect([inputsOf(0) > 0, inputsOf(1) > 0]).toEqual([false, true])

    const care = screen.getByRole('radiogroup', { name: 'Care instruction before booking' })
    await user.click(within(care).getByRole('radio', { name: 'Required' }))
    await waitFor(() => expect(screen.getByText('Care: Warning → Required.')).toBeTruthy())
    expect(screen.getByText(/214 of 1,203 open order lines that need it are not ready\./)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Show lines' })
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toMatch(
      /^\/apps\/readiness\?.*line_status.*care_readiness.*missing.*in_progress.*rejected/,
    )
  })
})
