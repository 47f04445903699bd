import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import type { ImportRecord } from '#shared/kit/wire/import.ts'
import { PreviewStep } from '#web/kit/import/preview-step.tsx'
import { ResultStep } from '#web/kit/import/result-step.tsx'
import { MessageBar } from '#web/shell/messages/message-bar.tsx'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

const record = {
  ...{ id: 3, area: 'seasons', status: 'done', sheet: null, missing: [] },
  counts: { new: 1, changed: 0, unchanged: 0, rejected: 2, rejected_rows: 2 },
} as unknown as ImportRecord

it.each([
  ['after the import', <ResultStep key="result" area={seasons} record={record} />],
  [
    'before it',
    <PreviewStep key="preview" area={seasons} record={record} onAnswer={() => undefined} onBack={() => undefined} />,
  ],
])('says that the rejected rows could not be downloaded, %s', async (_, step) => {
  answerWith(({ path }) => {
    if (path.endsWith('/rows')) return { body: [], headers: { 'x-total-count': '0' } }
    return path.endsWith('/rejected') ? { status: 410, body: { message: 'The file is not kept any more.' } } : undefined
  })
  const { user } = draw(
    <>
      <MessageBar />
      {step}
    </>,
    '/',
  )
  await user.click(await screen.findByRole('button', { name: 'Download 2 rejected rows' }))
  expect(await screen.findByText('The file is not kept any more.')).toBeTruthy()
})
