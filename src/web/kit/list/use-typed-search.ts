import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { useDebounced } from '#web/hooks/use-debounced.ts'

/** State of a search field that searches while typing and is focused by `/`. `onChange` must be a stable function. */
export const useTypedSearch = (value: string, onChange: (q: string) => void) => {
  const [typed, setTyped] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const settled = useDebounced(typed, 300)
  const submitted = useRef(value)
  const typedAt = useRef('')
  useShortcut('/', () => input.current?.focus())
  useEffect(() => {
    // Changes of the address from elsewhere (the back button, a link, `Clear`) update the field.
    if (value === submitted.current) return
    submitted.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    // No search is submitted after leaving the page, even while the next page is loading.
    if (settled === submitted.current || typedAt.current !== window.location.pathname) return
    submitted.current = settled
    onChange(settled)
  }, [settled, onChange])
  const type = (text: string) => {
    typedAt.current = window.location.pathname
    setTyped(text)
  }
  return { input, typed, setTyped: type }
}
