import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import { loadAllAreas } from '#web/i18n.ts'
import { Attachments } from '#web/kit/files/attachments.tsx'
import { attachToAll } from '#web/kit/files/queue.ts'
import { answerWith, draw, signIn } from './kit-screen'

const sent = vi.hoisted(() => ({ uploads: 0, forgotten: 0 }))
vi.mock('#web/kit/files/resumable.ts', () => ({
  sendInParts: async () => ({
    id: `upload-${++sent.uploads}`,
    forget: async () => {
      sent.forgotten += 1
    },
  }),
}))

beforeAll(async () => {
  await signIn('Office')
  await loadAllAreas()
})
afterEach(() => {
  cleanup()
  Object.assign(sent, { uploads: 0, forgotten: 0 })
})

const largeFile = () => Object.defineProperty(new File(['x'], 'art.pdf'), 'size', { value: 6 * 1024 * 1024 })

it('a large file whose form had no answer is attached by the same form, not sent again', async () => {
  let tries = 0
  const all = answerWith(({ method }) => {
    if (method === 'GET') return { body: [] }
    return ++tries === 1 ? 'no answer' : { status: 201, body: [] }
  })
  const { user } = draw(<Attachments area={seasons} id={5} />, '/')
  await user.upload(await screen.findByLabelText('Add files'), largeFile())
  await user.click(await screen.findByRole('button', { name: 'Retry art.pdf' }))
  await waitFor(() => expect(sent.forgotten).toBe(1))
  const forms = all.filter(({ method }) => method === 'POST')
  expect(forms.map(({ body }) => (body as FormData).get('upload'))).toEqual(['upload-1', 'upload-1'])
  expect(new Set(forms.map(({ key }) => key)).size).toBe(1)
})

it('a large file whose upload is gone is sent anew', async () => {
  const answers = ['no answer', { status: 404, body: { message: 'Not found.' } }, { status: 201, body: [] }] as const
  const tries = [...answers]
  const all = answerWith(() => tries.shift())
  const file = largeFile()
  const attach = () => attachToAll(seasons, [5], { file }, new AbortController().signal, () => undefined)
  await expect(attach()).rejects.toThrow()
  await expect(attach()).rejects.toThrow('Not found.')
  await attach()
  expect(all.map(({ body }) => (body as FormData).get('upload'))).toEqual(['upload-1', 'upload-1', 'upload-2'])
})
