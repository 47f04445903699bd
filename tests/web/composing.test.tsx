import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { seasons } from '#areas/seasons/area.ts'
import { sizeScales } from '#areas/size-scales/area.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { AreaForm } from '#web/kit/form/area-form.tsx'
import { CellEditor } from '#web/kit/inline/cell-editor.tsx'
import { SearchBox as ListSearch } from '#web/kit/list/filter-bar.tsx'
import { SearchBox } from '#web/pages/search/box.tsx'
import { useOptions } from '#web/shell/find/nav-search-options.ts'
import { answerWith, draw, signIn } from './kit-screen'

beforeAll(() => signIn('admin'))
afterEach(cleanup)

// Browsers tell the Enter that ends a Chinese word by a flag; Safari only by its key code.
const enters = [
  { key: 'Enter', isComposing: true, keyCode: 229 },
  { key: 'Enter', keyCode: 229 },
]
const enter = { key: 'Enter', keyCode: 13 }

it('an Enter that ends a composed word adds no row', async () => {
  answerWith(() => undefined)
  draw(
    <Routes>
      <Route path="/apps/size_scales/new" element={<AreaForm area={sizeScales} />} />
    </Routes>,
    '/apps/size_scales/new',
  )
  const size = await screen.findByRole('textbox', { name: 'Size, row 1' })
  for (const key of enters) fireEvent.keyDown(size, key)
  expect(screen.queryByRole('textbox', { name: 'Size, row 2' })).toBeNull()
  fireEvent.keyDown(size, enter)
  expect(await screen.findByRole('textbox', { name: 'Size, row 2' })).toBeTruthy()
})

it('nor does it save a cell with half a word', async () => {
  const all = answerWith(() => undefined)
  const record = {
    id: 2,
    version: 1,
    code: 'S2',
    name_en: 'Season 2',
    name_zh: null,
    status: 'open',
  } as unknown as AnyRecord
  const onClose = vi.fn()
  const cell = document.body.appendChild(document.createElement('div'))
  draw(
    <CellEditor area={seasons} record={record} name="name_zh" anchor={cell} onGo={() => undefined} onClose={onClose} />,
    '/',
  )
  const name = await screen.findByRole('textbox')
  fireEvent.change(name, { target: { value: 'qiu' } })
  for (const key of enters) fireEvent.keyDown(name, key)
  expect(all.filter(({ method }) => method === 'PATCH')).toEqual([])
  fireEvent.change(name, { target: { value: '秋' } })
  fireEvent.keyDown(name, enter)
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(all.find(({ method }) => method === 'PATCH')?.body).toEqual({ name_zh: '秋', version: 1 })
  cell.remove()
})

it('nor does it search for half a word', async () => {
  const onChange = vi.fn()
  draw(<SearchBox value="" onChange={onChange} />, '/')
  const box = await screen.findByRole('searchbox')
  fireEvent.change(box, { target: { value: 'qiu' } })
  for (const key of enters) fireEvent.keyDown(box, key)
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(box, enter)
  expect(onChange).toHaveBeenCalledWith('qiu')
})

it('nor does an Escape that gives up half a word empty the search of a list', async () => {
  draw(<ListSearch value="coat" onChange={() => undefined} />, '/')
  const box = await screen.findByRole('searchbox')
  fireEvent.change(box, { target: { value: 'coat qiu' } })
  fireEvent.keyDown(box, { key: 'Escape', isComposing: true, keyCode: 229 })
  expect((box as HTMLInputElement).value).toBe('coat qiu')
  fireEvent.keyDown(box, { key: 'Escape', keyCode: 27 })
  expect((box as HTMLInputElement).value).toBe('')
})

it('nor does it choose from a list', async () => {
  const choose = vi.fn()
  function Finder() {
    const { input, onKeyDown } = useOptions(2, 'q', choose)
    return <input {...input} aria-label="Find" onKeyDown={onKeyDown} />
  }
  draw(<Finder />, '/')
  const input = await screen.findByRole('combobox', { name: 'Find' })
  for (const key of enters) fireEvent.keyDown(input, key)
  expect(choose).not.toHaveBeenCalled()
  fireEvent.keyDown(input, enter)
  expect(choose).toHaveBeenCalledWith(0)
})
