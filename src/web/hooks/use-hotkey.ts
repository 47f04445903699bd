import { useEffect, useRef } from 'react'
import { hasSingleKeys } from '#web/shell/find/keys-help-setting.ts'

/**
 * Runs `act` when the key is pressed: `'/'` alone and outside of inputs, `'mod+s'` with Ctrl or ⌘ wherever the focus is.
 * Nothing happens below an open dialog.
 */
export const useHotkey = (key: string, act: () => void) => {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const wanted = key.replace('mod+', '')
    const withModifier = key.startsWith('mod+')
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== wanted || (event.ctrlKey || event.metaKey) !== withModifier || event.altKey)
        return
      if (!withModifier && (isTyping(event.target) || !hasSingleKeys())) return
      if (document.querySelector('[role="dialog"]')) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [key])
}

/** Whether keys pressed there are text. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
