/**
 * Focuses an element once it is rendered, which may take several frames: gives up after `frames`, or when the focus has
 * moved elsewhere.
 */
export const focusSoon = (find: () => HTMLElement | null | undefined, frames = 300) => {
  let start: Element | null = null
  const look = (left: number) =>
    requestAnimationFrame(() => {
      start ??= document.activeElement
      const element = find()
      const isFree = document.activeElement === start || document.activeElement === document.body
      if (element && isFree) element.focus()
      else if (!element && isFree && left > 0) look(left - 1)
    })
  look(frames)
}
