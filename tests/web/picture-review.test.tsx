import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { artworks } from '#areas/artworks/area.ts'
import type { Attachment } from '#shared/kit/wire/attachment.ts'
import type { Pin } from '#shared/kit/wire/pin.ts'
import { Comparison } from '#web/kit/compare/comparison.tsx'
import { PictureReview } from '#web/kit/compare/picture-review.tsx'
import { answerWith, drawPage, signIn } from './kit-screen'

beforeAll(async () => {
  await signIn('Office')
  // The size of the window, which no layout gives in these tests.
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => 400 })
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 200 })
  Object.assign(globalThis, {
    ResizeObserver: class {
      constructor(private readonly call: () => void) {}
      observe() {
        this.call()
      }
      unobserve() {}
      disconnect() {}
    },
  })
  Object.defineProperty(HTMLImageElement.prototype, 'naturalWidth', { configurable: true, get: () => 100 })
  Object.defineProperty(HTMLImageElement.prototype, 'naturalHeight', { configurable: true, get: () => 200 })
}, 240_000)
afterEach(cleanup)

const press = (stage: HTMLElement) => {
  fireEvent.pointerDown(stage, { button: 0, pointerId: 1, clientX: 175, clientY: 100 })
  fireEvent.pointerUp(stage, { button: 0, pointerId: 1, clientX: 175, clientY: 100 })
}

const file = {
  id: 5,
  name: 'hangtag.svg',
  type: 'image/svg+xml',
  visibility: 'shared',
  url: '/api/files/5?signature=x',
  preview: '/api/files/6?signature=x',
} as Attachment

const pin: Pin = {
  id: 11,
  file_id: 5,
  seq: 1,
  page: 1,
  x: 0.5,
  y: 0.25,
  visibility: 'internal',
  created_at: '2026-11-20T10:00:00Z',
  created_by: { id: 3, title: 'Priya Raman' },
  resolved_at: null,
  resolved_by: null,
  comments: [
    {
      id: 1,
      body: 'Too close to the edge.',
      created_at: '2026-11-20T10:00:00Z',
      created_by: { id: 3, title: 'Priya Raman' },
      version: 1,
      edited_at: null,
      may: { edit: true, remove: true },
    },
  ],
  may: { answer: true, resolve: true },
}

const draw = async (
  props: Partial<Parameters<typeof PictureReview>[0]> = {},
  pins: Pin[] = [pin],
  picture = 'hangtag.svg',
) => {
  let now = pins
  const all = answerWith(({ method, path, body }) => {
    if (path === 'files/5/pins' && method === 'GET') return { body: now }
    if (path === 'files/5/pins') {
      const added = {
        ...pin,
        id: 12,
        seq: 2,
        ...(body as object),
        comments: [{ ...pin.comments[0], id: 2, ...(body as object) }],
      }
      now = [...now, added as Pin]
      return { status: 201, body: now }
    }
    if (path.endsWith('/resolve')) {
      now = now.map((one) => ({ ...one, resolved_at: '2026-11-21T10:00:00Z', resolved_by: { id: 7, title: 'Ana B' } }))
      return { body: now }
    }
    if (path === 'files/5/pins/11/comments/1') {
      const [first] = pin.comments
      const edited = { ...first, ...(body as object), version: 2, edited_at: '2026-11-21T10:00:00Z' }
      now = method === 'DELETE' ? [] : [{ ...pin, comments: [edited] } as Pin]
      return { body: now }
    }
    return undefined
  })
  const { user } = drawPage(artworks, () => <PictureReview file={file} mayPin house {...props} />, 'list')
  const stage = await screen.findByRole('group', { name: 'hangtag.svg with pinned comments' })
  fireEvent.load(within(stage).getByRole('img', { name: picture }))
  return { user, stage, sent: () => all.filter(({ method }) => method !== 'GET') }
}

describe('comments on a picture', () => {
  it('are marks on their points, and open beside it', async () => {
    const { user } = await draw()
    const mark = await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' })
    // The picture is 100 of 400 wide, in the middle.
    expect([mark.style.left, mark.style.top]).toEqual(['200px', '50px'])
    expect(screen.getByText('1 open comment')).toBeTruthy()
    await user.click(mark)
    expect(mark.getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('textbox', { name: 'Answer to comment 1' })).toBeTruthy()
  })

  it('are pinned by mouse, for the office alone unless it is said otherwise', async () => {
    const { user, stage, sent } = await draw({}, [])
    await user.click(screen.getByRole('button', { name: 'Comment on a point' }))
    press(stage)
    fireEvent.click(stage)
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Wrong green.')
    await user.click(screen.getByRole('button', { name: 'Pin comment' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.body).toEqual({ page: 1, x: 0.25, y: 0.5, body: 'Wrong green.', visibility: 'internal' })
    expect(await screen.findByRole('button', { name: 'Comment 2: Wrong green.' })).toBeTruthy()
  })

  it('keep their words on a phone while the sheet is closed to look at the picture', async () => {
    await signIn('Office', 400)
    try {
      const { user, stage } = await draw({}, [])
      await user.click(screen.getByRole('button', { name: 'Comment on a point' }))
      press(stage)
      // The click of a finger comes after it is lifted, and must not hit the sheet's ground.
      expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull()
      fireEvent.click(stage)
      await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Wrong green.')
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull())
      await user.click(screen.getByRole('button', { name: '0 open comments' }))
      const typed = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
      expect(typed.value).toBe('Wrong green.')
    } finally {
      await signIn('Office')
    }
  }, 60_000)

  it('open their words again on a phone by a press on the mark, once the sheet was closed', async () => {
    await signIn('Office', 400)
    try {
      const { user } = await draw()
      const mark = () => screen.findByRole('button', { name: 'Comment 1: Too close to the edge.', hidden: true })
      await user.click(await mark())
      const answer = { name: 'Answer to comment 1' }
      await screen.findByRole('textbox', answer)
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('textbox', answer)).toBeNull())
      await user.click(await mark())
      expect(await screen.findByRole('textbox', answer)).toBeTruthy()
    } finally {
      await signIn('Office')
    }
  }, 60_000)

  it('are pinned by keyboard to the middle of what is seen', async () => {
    const { user, stage, sent } = await draw({}, [])
    await user.click(screen.getByRole('button', { name: 'Comment on a point' }))
    stage.focus()
    await user.keyboard('++{ArrowDown}{Enter}')
    await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'Here.')
    await user.click(screen.getByRole('button', { name: 'Pin comment' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    const pin = sent()[0]?.body as { x: number; y: number } | undefined
    expect(pin?.x).toBeCloseTo(0.5)
    expect(pin?.y).toBeGreaterThan(0.5)
  })

  it('are resolved where they may be, and say who did', async () => {
    const { user } = await draw()
    await user.click(await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' }))
    await user.click(screen.getByRole('button', { name: 'Resolve' }))
    expect(await screen.findByText(/Resolved by Ana B/)).toBeTruthy()
    expect(screen.getByText('0 open comments')).toBeTruthy()
  })

  it('are edited by who wrote them, and say so', async () => {
    const { user, sent } = await draw()
    await user.click(await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' }))
    await user.click(screen.getByRole('button', { name: 'Edit or delete comment 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
    const box = await screen.findByRole('textbox', { name: 'Edit comment 1' })
    await user.clear(box)
    await user.type(box, 'Move it by 2 mm.')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({ method: 'PATCH', body: { version: 1, body: 'Move it by 2 mm.' } })
    expect(await screen.findByText(/edited /)).toBeTruthy()
  })

  it('are deleted after a question', async () => {
    const { user, sent } = await draw()
    await user.click(await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' }))
    await user.click(screen.getByRole('button', { name: 'Edit or delete comment 1' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const question = await screen.findByRole('alertdialog', { name: 'Delete comment 1?' })
    expect(sent()).toHaveLength(0)
    await user.click(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({ method: 'DELETE', body: { version: 1 } })
    expect(await screen.findByText('0 open comments')).toBeTruthy()
  })

  it('of a paper stand on their pages', async () => {
    const paper = { ...file, type: 'application/pdf', pages: 3 } as Attachment
    const { user } = await draw({ file: paper }, [pin, { ...pin, id: 12, seq: 2, page: 3 }], 'hangtag.svg, page 1 of 3')
    expect(await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Comment 2/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    expect(screen.getByText('Page 2 of 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Comment 1/ })).toBeNull()
    // A comment of another page leads to it.
    await user.click(screen.getByRole('button', { name: /page 3/ }))
    expect(screen.getByText('Page 3 of 3')).toBeTruthy()
  })

  it('offer nothing to those who only read', async () => {
    const { user } = await draw({ mayPin: false, house: false }, [
      {
        ...pin,
        comments: pin.comments.map((comment) => ({ ...comment, may: { edit: false, remove: false } })),
        may: { answer: false, resolve: false },
      },
    ])
    expect(screen.queryByRole('button', { name: 'Comment on a point' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Comment 1: Too close to the edge.' }))
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByText('Internal')).toBeNull()
    expect(screen.queryByRole('button', { name: /Edit or delete/ })).toBeNull()
  })
})

describe('two pictures', () => {
  const pair = {
    before: { file: { ...file, preview: '/a.webp' }, name: 'Version 1' },
    after: { file: { ...file, id: 6, preview: '/b.webp' }, name: 'Version 2' },
  }

  it('are zoomed together side by side', async () => {
    answerWith(() => undefined)
    const { user } = drawPage(artworks, () => <Comparison {...pair} />, 'list')
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }))
    expect(screen.getByText('150 %')).toBeTruthy()
    const [left, right] = ['Version 1', 'Version 2'].map((name) => screen.getByRole('group', { name }))
    const placeOf = (stage?: HTMLElement) => stage?.querySelector('img')?.parentElement?.style.transform
    expect(placeOf(left)).toContain('scale(1.5)')
    expect(placeOf(right)).toBe(placeOf(left))
  })

  it('lie above each other, faded, wiped or as their difference', async () => {
    answerWith(() => undefined)
    const { user } = drawPage(artworks, () => <Comparison {...pair} />, 'list')
    const upper = () => screen.getByRole('img', { name: 'Version 2' }).style
    await user.click(await screen.findByRole('radio', { name: 'Overlay' }))
    fireEvent.change(screen.getByRole('slider', { name: 'How much of Version 2 shows' }), { target: { value: 30 } })
    expect(upper().opacity).toBe('0.3')
    await user.click(screen.getByRole('radio', { name: 'Wipe' }))
    expect(upper().clipPath).toBe('inset(0 70% 0 0)')
    await user.click(screen.getByRole('radio', { name: 'Difference' }))
    expect(upper().mixBlendMode).toBe('difference')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('are pages of papers, each turned by itself', async () => {
    answerWith(() => undefined)
    const paper = { ...pair.after.file, type: 'application/pdf', pages: 2 } as Attachment
    const after = { file: paper, name: 'Version 2' }
    const second = { file: { ...pair.after.file, id: 7 }, name: 'Version 3' }
    const Chosen = () => {
      const [isSecond, setSecond] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setSecond(true)}>
            Another
          </button>
          <Comparison before={pair.before} after={isSecond ? second : after} />
        </>
      )
    }
    const { user } = drawPage(artworks, () => <Chosen />, 'list')
    const pages = await screen.findByRole('group', { name: 'Version 2 · Page' })
    expect(screen.queryByRole('group', { name: 'Version 1 · Page' })).toBeNull()
    expect(screen.getByRole('img', { name: 'Version 2' })).toBeTruthy()
    await user.click(within(pages).getByRole('button', { name: 'Next page' }))
    expect(within(pages).getByText('Page 2 of 2')).toBeTruthy()
    // The first page is no longer shown while the second is drawn.
    expect(screen.queryByRole('img', { name: 'Version 2' })).toBeNull()
    expect(screen.getByRole('img', { name: 'Version 1' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Overlay' }))
    await user.click(screen.getByRole('button', { name: 'Another' }))
    expect(screen.getByRole('img', { name: 'Version 3' })).toBeTruthy()
  })

  it('are turned back', async () => {
    answerWith(() => undefined)
    const paper = { ...pair.after.file, type: 'application/pdf', pages: 2 } as Attachment
    const after = { file: paper, name: 'Version 2' }
    const { user } = drawPage(artworks, () => <Comparison before={pair.before} after={after} />, 'list')
    await user.click(await screen.findByRole('button', { name: 'Next page' }))
    await user.click(screen.getByRole('radio', { name: 'Overlay' }))
    await user.click(
      within(screen.getByRole('group', { name: 'Version 2 · Page' })).getByRole('button', { name: 'Previous page' }),
    )
    expect(await screen.findByRole('img', { name: 'Version 2' })).toBeTruthy()
  })
})
