import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'

/** What a search field needs that searches while one types, and that `/` leads to: its input, its text, the way to set it. */
export const useTypedSearch = (value: string, onChange: (q: string) => void) => {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const settled = useDebounced(typed, 300)
  const sent = useRef(value)
  const typedAt = useRef('')
  useShortcut('/', () => input.current?.focus())
  useEffect(() => {
    // What is in the address but was not typed here (the back button, a link, `Clear`) is what the field says.
    if (value === sent.current) return
    sent.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    // Somebody who has moved on stays there, also while the next page still loads and this one is in sight.
    if (settled === sent.current || typedAt.current !== window.location.pathname) return
    sent.current = settled
    onChange(settled)
  }, [settled, onChange])
  const type = (text: string) => {
    typedAt.current = window.location.pathname
    setTyped(text)
  }
  return { input, typed, setTyped: type }
}
