import type { Area } from '#shared/kit/area.ts'
import { listName } from '#shared/kit/worklist.ts'
import { forgetPlace, rememberedPlace } from '#web/kit/page/list-memory.ts'

/**
 * Stores the scroll position of a list and restores it when the same list is opened again: the last viewed record is
 * visible and focused.
 */
export const keepScrollPosition = async (area: Area, search: string, box: HTMLElement, signal: AbortSignal) => {
  const key = `scroll:${listName(area)}`
  const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { search: string; top: number } | null
  await whenRendered(box, signal)
  if (signal.aborted) return
  const scroller = scrollerOf(box)
  if (stored?.search === search) scroller.scrollTop = stored.top
  // The place is used once: a list that is opened again without viewing a record starts at its top.
  focusOn(box, rememberedPlace(area)?.id)
  forgetPlace(area)
  const write = () => sessionStorage.setItem(key, JSON.stringify({ search, top: scroller.scrollTop }))
  const target = scroller === document.scrollingElement ? window : scroller
  target.addEventListener('scroll', write, { passive: true, signal: signal })
  write()
}

/** Waits until the list has rows. */
const whenRendered = (box: HTMLElement, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const check = () => (box.querySelector('[data-id]') || signal.aborted ? resolve() : requestAnimationFrame(check))
    check()
  })

/** Focuses the row unless something else has the focus. */
const focusOn = (box: HTMLElement, id: number | undefined) => {
  const { activeElement } = document
  const row = box.querySelector<HTMLElement>(`[data-id="${id}"]`)
  if (!row || (activeElement && activeElement !== document.body && activeElement.id !== 'content')) return
  row.scrollIntoView?.({ block: 'nearest' })
  row.querySelector('a')?.focus({ preventScroll: true })
}

const scrollerOf = (box: HTMLElement): Element => {
  const grid = box.querySelector('.MuiDataGrid-virtualScroller')
  if (grid) return grid
  for (let element = box.parentElement; element; element = element.parentElement)
    if (/auto|scroll/.test(getComputedStyle(element).overflowY)) return element
  return document.scrollingElement ?? document.documentElement
}
