/**
 * Focuses an element as soon as it is drawn, which on a busy machine takes more than the next frame: at most so many
 * `frames`, and not if somebody has gone elsewhere meanwhile.
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
