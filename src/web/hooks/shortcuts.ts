import { useLayoutEffect, useRef } from 'react'
import { hasSingleKeys } from '#web/shell/find/keys-help-setting.ts'

/**
 * Runs `act` when keys are pressed: `'/'` only outside of inputs; `'mod+s'` (Ctrl or ⌘) and `'alt+pageup'` anywhere.
 * Disabled while a dialog is open. If several components use the same keys, the last one mounted wins; a fallback runs
 * only without any other.
 */
export const useShortcut = (keys: string, act: () => void, { isFallback = false } = {}) => {
  const latest = useRef(act)
  latest.current = act
  // A layout effect, so that the keys work as soon as the component is visible.
  useLayoutEffect(() => {
    const shortcut = { keys, isFallback, run: () => latest.current() }
    shortcuts.add(shortcut)
    return () => void shortcuts.delete(shortcut)
  }, [keys, isFallback])
}

interface Shortcut {
  keys: string
  isFallback: boolean
  run: () => void
}

const shortcuts = new Set<Shortcut>()

const onKeyDown = (event: KeyboardEvent) => {
  // Autofill in browsers sends plain events without a key.
  if (!event.key) return
  const keys = keysOf(event)
  const matching = [...shortcuts].filter((shortcut) => shortcut.keys === keys)
  const shortcut = matching.filter(({ isFallback }) => !isFallback).at(-1) ?? matching.at(-1)
  if (!shortcut || event.defaultPrevented) return
  if (!/^(mod|alt)\+/.test(keys) && (isTyping(event.target) || !hasSingleKeys())) return
  if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return
  event.preventDefault()
  shortcut.run()
}

addEventListener('keydown', onKeyDown)

const keysOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  `${ctrlKey || metaKey ? 'mod+' : ''}${altKey ? 'alt+' : ''}${key.toLowerCase()}`

/** Whether the event's target accepts text. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
