import type { CSSProperties } from 'react'

/** Styles that hide an element visually, but keep it for keyboards and screen readers. */
export const hidden: CSSProperties = {
  position: 'absolute',
  width: 1,
  height: 1,
  margin: -1,
  padding: 0,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
  border: 0,
}
