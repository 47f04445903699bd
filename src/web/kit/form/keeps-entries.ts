import { useCallback } from 'react'
import { useBeforeUnload } from 'react-router'

/**
 * An `onClose` of a dialog that ignores clicks on the backdrop once something was entered: on phones people tap there
 * to hide the keyboard.
 */
export const keepingEntries =
  (isChanged: () => boolean, onClose: () => void) => (_event: object, reason: 'backdropClick' | 'escapeKeyDown') => {
    if (reason !== 'backdropClick' || !isChanged()) onClose()
  }

/** Lets the browser ask before a reload or a navigation to another site discards entries. */
export const useAsksBeforeUnload = (isChanged: boolean) =>
  useBeforeUnload(useCallback((event) => isChanged && event.preventDefault(), [isChanged]))
