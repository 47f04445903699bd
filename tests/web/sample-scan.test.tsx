import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { Page } from '#areas/sample-requests/screens/sample-scan-page.tsx'
import { answerWith, draw, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('Office'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('gives a photo of a label up when its reader cannot be loaded', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10 }))
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      constructor() {
        throw new TypeError('Failed to fetch dynamically imported module')
      }
    },
  )
  answerWith(() => undefined)
  const { user } = draw(<Page />, '/')
  const button = await screen.findByRole('button', { name: 'Photo of a label' })
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['x'], 'label.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(button.hasAttribute('disabled')).toBe(false)
})
