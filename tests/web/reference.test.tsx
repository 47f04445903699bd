import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { articles as articleMaster } from '#areas/articles/area.ts'
import { poLines } from '#areas/po-lines/area.ts'
import { purchaseOrders } from '#areas/purchase-orders/area.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { reference } from '#web/fields/reference.tsx'
import { http } from '#web/providers/http.ts'
import { answerWith, draw, type Seen, signInToChoose } from './kit-screen'

beforeAll(() => signInToChoose('admin'), 240_000)
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const { Input } = reference
const articles = [
  { id: 7, article_no: 'ALW1', name_en: 'Parka' },
  { id: 8, article_no: 'ALW2', name_en: 'Vest' },
]

function Chosen({ area = poLines, name, field, record = {} }: ChosenProps) {
  const [value, setValue] = useState<unknown>(null)
  return (
    <>
      <Input
        {...{ area, name, field, record, value, onChange: setValue }}
        id="place"
        label="Choose"
        labelId={undefined}
      />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}
interface ChosenProps {
  area?: Area
  name: string
  field: Field
  record?: Record<string, unknown>
}
const input = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Choose' })
const laterArticle = { id: 9, article_no: 'TEE1', name_en: 'Tee' }
/** Answers every search at once but those for a text, which wait for `release`. */
const answerLate = (bodyFor: (seen: Seen) => object[]) => {
  let release: () => void = () => undefined
  const all = answerWith((seen) => ({ body: bodyFor(seen) }))
  const answer = http.defaults.adapter as (config: object) => Promise<unknown>
  http.defaults.adapter = (async (config: object) => {
    const answered = await answer(config)
    if (searches(all).at(-1))
      await new Promise<void>((resolve) => {
        release = resolve
      })
    return answered
  }) as typeof http.defaults.adapter
  return { all, release: () => release() }
}
const searches = (all: Seen[]) => all.map(({ params }) => params.get('q'))

describe('a reference', () => {
  it('asks nothing before the person comes to it, then for twenty that its field allows', async () => {
    const all = answerWith(() => ({ body: articles }))
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    const box = await input()
    expect(all).toEqual([])
    await user.click(box)
    await user.click(await screen.findByRole('option', { name: /ALW2/ }))
    expect(screen.getByRole('status').textContent).toBe('8')
    expect(box.value).toBe('ALW2')
    expect(all).toHaveLength(1)
    expect(all[0]?.path).toBe('articles')
    expect(Object.fromEntries(all[0]?.params ?? [])).toEqual({
      status_in: 'development,active',
      _start: '0',
      _end: '20',
    })
  })

  it('to the category of goods is offered those that an order line takes', async () => {
    const all = answerWith(() => ({ body: [] }))
    for (const [area, fields] of [
      [poLines, poLines.fields],
      [purchaseOrders, purchaseOrders.fields],
      [articleMaster, articleMaster.fields],
    ] as const) {
      const { user } = draw(<Chosen area={area} name="product_category_id" field={fields.product_category_id} />, '/')
      await user.click(await input())
      await waitFor(() => expect(all.at(-1)?.params.get('is_leaf')).toBe('true'))
      all.length = 0
      cleanup()
    }
  })

  it('searches once for what was typed or pasted, and offers meanwhile only what fits the text', async () => {
    const { all, release } = answerLate(({ params }) =>
      params.get('q') ? [...articles.slice(1), laterArticle] : articles,
    )
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    const box = await input()
    await user.click(box)
    await screen.findByRole('option', { name: /ALW1/ })
    // However slow the machine, the person types a key every tenth of a second.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    for (const value of ['a', 'al', 'alw', 'alw2']) {
      fireEvent.change(box, { target: { value } })
      await vi.advanceTimersByTimeAsync(100)
      expect(searches(all)).toEqual([null])
    }
    await vi.advanceTimersByTimeAsync(1000)
    vi.useRealTimers()
    await waitFor(() => expect(searches(all)).toEqual([null, 'alw2']))
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['ALW2'])
    release()
    // All that was found, by whichever of its words.
    await screen.findByRole('option', { name: /TEE1/ })
    expect(screen.getAllByRole('option')).toHaveLength(2)
  })

  it.each([
    ['the only one that is found', [laterArticle], 'tee', '9'],
    ['the one that is called so', [{ ...laterArticle, id: 10, article_no: 'TEE10' }, laterArticle], 'tee1', '9'],
    // In another word than its name.
    ['the only one that a word of its own leads to', [{ ...laterArticle, name_en: 'Parka' }], 'parka', '9'],
    ['none of several', [laterArticle, { ...laterArticle, id: 10, article_no: 'TEE2' }], 'tee', 'null'],
  ])('that is typed faster than it is found gives Enter %s', async (_, results, typed, expected) => {
    const { all, release } = answerLate(({ params }) => (params.get('q') ? results : articles))
    const submitted = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
    const { user } = draw(
      <form onSubmit={submitted}>
        <Chosen name="article_id" field={poLines.fields.article_id} />
        <button type="submit">Save</button>
      </form>,
      '/',
    )
    await user.click(await input())
    await screen.findByRole('option', { name: /ALW1/ })
    await user.keyboard(`${typed}{Enter}`)
    // What the former search found is not what was meant.
    expect(screen.getByRole('status').textContent).toBe('null')
    await user.tab()
    // A busy machine searches for parts of the word before.
    await waitFor(() => expect(searches(all).at(-1)).toBe(typed))
    release()
    if (expected === 'null') await new Promise((resolve) => setTimeout(resolve, 100))
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(expected))
    expect(submitted).not.toHaveBeenCalled()
  })

  it('that is typed faster than it is found is not given once it was left with Escape', async () => {
    const { all, release } = answerLate(({ params }) => (params.get('q') ? [laterArticle] : articles))
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    await user.click(await input())
    await screen.findByRole('option', { name: /ALW1/ })
    await user.keyboard('tee{Enter}{Escape}')
    await waitFor(() => expect(searches(all).at(-1)).toBe('tee'))
    release()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(screen.getByRole('status').textContent).toBe('null')
  })

  it('that was closed over a half-typed name opens with what fits it', async () => {
    const all = answerWith(({ params }) => ({ body: params.get('q') ? [laterArticle] : articles }))
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    await user.click(await input())
    await user.keyboard('parka')
    await screen.findByRole('option', { name: /TEE1/ })
    await user.keyboard('{Escape}{ArrowDown}')
    await screen.findByRole('option', { name: /TEE1/ })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(searches(all)).toEqual([null, 'parka'])
    await user.keyboard('{Enter}')
    expect(screen.getByRole('status').textContent).toBe('9')
  })

  it('is searched for the text that opens it', async () => {
    const all = answerWith(() => ({ body: articles }))
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    ;(await input()).focus()
    await user.paste('alw2')
    await waitFor(() => expect(searches(all).at(-1)).toBe('alw2'))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(searches(all).at(-1)).toBe('alw2')
  })

  it('gives up a search that nobody waits for any more', async () => {
    const signals: (AbortSignal | undefined)[] = []
    answerWith(() => ({ body: [] }))
    http.defaults.adapter = (config) => {
      signals.push(config.signal as AbortSignal | undefined)
      return new Promise(() => undefined)
    }
    const { user } = draw(<Chosen name="article_id" field={poLines.fields.article_id} />, '/')
    await user.click(await input())
    await waitFor(() => expect(signals).toHaveLength(1))
    await user.keyboard('x')
    await waitFor(() => expect(signals).toHaveLength(2))
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false])
  })

  it('within another record waits for that one, then stays within it', async () => {
    const all = answerWith(() => ({ body: [] }))
    const { colourway_id } = poLines.fields
    const { user, unmount } = draw(
      <Chosen name="colourway_id" field={colourway_id} record={{ article_id: null }} />,
      '/',
    )
    await user.click(await input())
    expect(await screen.findByText(/^First choose/)).toBeTruthy()
    expect(all).toEqual([])
    unmount()
    const again = draw(<Chosen name="colourway_id" field={colourway_id} record={{ article_id: 7 }} />, '/')
    await again.user.click(await input())
    await waitFor(() => expect(all).toHaveLength(1))
    expect(all[0]?.params.get('article_id')).toBe('7')
  })
})
