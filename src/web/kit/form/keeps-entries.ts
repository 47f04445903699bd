/**
 * Closes a dialog, but not by a press beside it once something was entered: on a phone that is how people put the keyboard
 * away.
 */
export const keepingEntries =
  (isChanged: () => boolean, onClose: () => void) => (_event: object, reason: 'backdropClick' | 'escapeKeyDown') => {
    if (reason !== 'backdropClick' || !isChanged()) onClose()
  }
