import { useEffect, useRef } from 'react'
import { isTyping } from '#web/hooks/use-hotkey.ts'
import { hasSingleKeys } from './keys-help-setting'

/**
 * As the kit's `useHotkey` for a single key, but only where nobody else has taken the key: a list's own search goes
 * before the menu's.
 */
export const useLastHotkey = (key: string, act: () => void) => {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const run = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    // Who listens last is asked last, so it joins the others anew for each press, before they are asked.
    const join = (event: KeyboardEvent) => {
      removeEventListener('keydown', run)
      if (event.key === key && isAsked(event)) addEventListener('keydown', run, { once: true })
    }
    addEventListener('keydown', join, { capture: true })
    return () => {
      removeEventListener('keydown', join, { capture: true })
      removeEventListener('keydown', run)
    }
  }, [key])
}

const isAsked = ({ ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  hasSingleKeys() && !ctrlKey && !metaKey && !altKey && !isTyping(target) && !document.querySelector('[role="dialog"]')
