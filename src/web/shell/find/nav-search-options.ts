import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { isComposing } from '#web/hooks/composing.ts'

/**
 * A listbox below an input, used by keyboard: arrows, Ctrl with Home and End, Enter. The focus stays in the input;
 * `active` is the index that Enter chooses, and returns to the first one when `query` changes.
 */
export const useOptions = (count: number, query: string, choose: (index: number) => void) => {
  const [active, setActive] = useState(0)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another query has another first option
  useEffect(() => setActive(0), [query])
  const shown = Math.min(active, Math.max(count - 1, 0))
  const optionId = (index: number) => `${id}-${index}`

  useEffect(() => {
    document.getElementById(`${id}-${shown}`)?.scrollIntoView?.({ block: 'nearest' })
  }, [id, shown])

  const onKeyDown = (event: KeyboardEvent) => {
    // The first Enter ends an input-method composition; only the next one chooses.
    if (isComposing(event) || count === 0) return
    const moves: Record<string, number> = {
      ArrowDown: (shown + 1) % count,
      ArrowUp: (shown + count - 1) % count,
      ...(event.ctrlKey || event.metaKey ? { Home: 0, End: count - 1 } : {}),
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      setActive(next)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(shown)
    }
  }

  return {
    active: shown,
    /** Props for the input. */
    input: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': count > 0,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': count > 0 ? optionId(shown) : undefined,
      autoComplete: 'off',
      spellCheck: false,
    } as const,
    onKeyDown,
    list: { id: `${id}-list`, role: 'listbox' } as const,
    option: (index: number) =>
      ({
        id: optionId(index),
        role: 'option',
        'aria-selected': index === shown,
        // Keep the focus in the input.
        onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
        onMouseMove: () => setActive(index),
        onClick: () => choose(index),
      }) as const,
  }
}
