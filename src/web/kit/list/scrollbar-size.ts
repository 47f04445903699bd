import { hasMouse } from '#web/hooks/pointer.ts'
import { settingsNow } from '#web/shell/settings/settings.ts'

/**
 * Width of a scrollbar in pixels, for the current settings. The grid would measure it inside the rendered page, which
 * forces a second layout; here it is measured once, while the page is still empty.
 */
export const scrollbarSize = (): number => {
  const isThin = settingsNow().customScrollbars && hasMouse()
  const key = `${isThin} ${devicePixelRatio}`
  const size = sizes.get(key) ?? measured(isThin)
  sizes.set(key, size)
  return size
}

const sizes = new Map<string, number>()

const measured = (isThin: boolean) => {
  const box = document.createElement('div')
  Object.assign(box.style, { position: 'absolute', width: '99px', height: '99px', overflow: 'scroll' })
  box.style.scrollbarWidth = isThin ? 'thin' : 'auto'
  document.body.append(box)
  const size = box.offsetWidth - box.clientWidth
  box.remove()
  return size
}
