import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { answerWith, drawPage, signIn } from './kit-screen'

beforeAll(() => signIn('Office'))
afterEach(cleanup)

it('a season asks for its windows apart from its name, each end beside its beginning', async () => {
  answerWith(() => undefined)
  drawPage(seasons, AreaForm, 'new')
  const windows = within(await screen.findByRole('region', { name: 'Windows' }))
  const labels = windows.getAllByRole('textbox').map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)
  expect(labels).toEqual([
    'Purchase from',
    'Purchase until',
    'Delivery from',
    'Delivery until',
    'Sales from',
    'Sales until',
    expect.stringContaining('Markdown from'),
  ])
  expect(windows.queryByRole('textbox', { name: 'Season code' })).toBeNull()
})
