import { expect, it } from 'vitest'
import { register } from '#register'

const files = {
  ...import.meta.glob<object>('../../src/areas/*/screens/**/*.{ts,tsx}'),
  ...import.meta.glob<object>('../../src/web/{pages,kit}/**/*.{ts,tsx}'),
}

it('lets every screen be loaded before the declarations that it shows, which come at the same time', async () => {
  expect(() => register.get('suppliers').fields).toThrow('the declaration of suppliers is not loaded')
  expect(Object.keys(files).length).toBeGreaterThan(500)
  const failed: string[] = []
  for (const [file, load] of Object.entries(files))
    await load().catch(({ message }: Error) => failed.push(`${file}: ${message}`))
  expect(failed).toEqual([])
  expect(() => register.get('suppliers').fields).toThrow()
}, 120_000)
