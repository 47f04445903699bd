import type { KeyboardEvent } from 'react'

/**
 * Whether a key event is part of an input-method composition, such as the Enter that confirms Chinese characters.
 * Safari reports that only by the key code.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
