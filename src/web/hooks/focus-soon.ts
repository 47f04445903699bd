/**
 * Focuses an element as soon as it is rendered, which can take several frames. Gives up after `frames` frames, or if
 * the focus has moved elsewhere.
 */
export const focusSoon = (find: () => HTMLElement | null | undefined, frames = 300) => {
  let start: Element | null = null
  const attempt = (remaining: number) =>
    requestAnimationFrame(() => {
      start ??= document.activeElement
      const element = find()
      const isFree = document.activeElement === start || document.activeElement === document.body
      if (element && isFree) element.focus()
      else if (!element && isFree && remaining > 0) attempt(remaining - 1)
    })
  attempt(frames)
}
