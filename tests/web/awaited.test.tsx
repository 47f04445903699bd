import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import { Draw, preloadable } from '#web/loading/preloadable.tsx'

afterEach(() => vi.restoreAllMocks())

const Page = ({ name }: { name: string }) => <h1>{name}</h1>

it.each([
  ['at once', () => Promise.resolve({ Page })],
  ['in a moment', () => new Promise<{ Page: typeof Page }>((resolve) => setTimeout(() => resolve({ Page }), 20))],
])('draws a page whose chunk comes %s, without a complaint of React', async (_when, source) => {
  const complaint = vi.spyOn(console, 'error')
  const page = preloadable(source, (module) => module.Page)
  const element = document.createElement('div')
  createRoot(element).render(
    <Suspense fallback="…">
      <Draw page={page} with={{ name: 'Orders' }} />
    </Suspense>,
  )
  await vi.waitFor(() => expect(element.innerHTML).toBe('<h1>Orders</h1>'))
  expect(complaint).not.toHaveBeenCalled()
})

it('draws a page that was loaded beforehand without a fallback', async () => {
  const page = preloadable(
    () => Promise.resolve({ Page }),
    (module) => module.Page,
  )
  await page.load()
  const element = document.createElement('div')
  const drawn: string[] = []
  new MutationObserver(() => drawn.push(element.innerHTML)).observe(element, { childList: true, subtree: true })
  createRoot(element).render(
    <Suspense fallback="…">
      <Draw page={page} with={{ name: 'Orders' }} />
    </Suspense>,
  )
  await vi.waitFor(() => expect(element.innerHTML).toBe('<h1>Orders</h1>'))
  expect(drawn).toEqual(['<h1>Orders</h1>'])
})

it('draws the other page when it is told to', async () => {
  const [first, second] = ['Orders', 'Samples'].map((name) =>
    preloadable(
      () => Promise.resolve({ Page: () => <h1>{name}</h1> }),
      (module) => module.Page,
    ),
  ) as [ReturnType<typeof preloadable<object, object>>, ReturnType<typeof preloadable<object, object>>]
  await first.load()
  const element = document.createElement('div')
  const root = createRoot(element)
  const draw = (page: typeof first) =>
    root.render(
      <Suspense fallback="…">
        <Draw page={page} with={{}} />
      </Suspense>,
    )
  draw(first)
  await vi.waitFor(() => expect(element.innerHTML).toBe('<h1>Orders</h1>'))
  draw(second)
  await vi.waitFor(() => expect(element.innerHTML).toBe('<h1>Samples</h1>'))
  draw(first)
  await vi.waitFor(() => expect(element.innerHTML).toBe('<h1>Orders</h1>'))
})
