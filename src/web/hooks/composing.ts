import type { KeyboardEvent } from 'react'

/**
 * Whether a key belongs to a word that is being composed, as the Enter that ends a Chinese one does: Safari tells that by
 * the key code alone.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
