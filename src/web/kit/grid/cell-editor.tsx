import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { isComposing } from '#web/hooks/composing.ts'
import type { RowActions } from './row-actions'
import type { Editing } from './store'

/** The input of the cell that is being edited. */
export function CellEditor({ label, start, inputMode, onFinish, onLeave }: Props) {
  const [text, setText] = useState(start?.text ?? '')
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(start?.over ?? false)
  const ended = useRef(false)
  useLayoutEffect(() => {
    input.current?.focus()
    if (!isOver.current) input.current?.select()
  }, [])
  const finish: RowActions['finish'] = (...how) => {
    ended.current = true
    onFinish(...how)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    const step = stepOf(event.key, event.shiftKey, isOver.current)
    if (!step && event.key !== 'Escape') {
      // Ctrl+S finishes the cell first, so that its text is saved too.
      if (event.ctrlKey || event.metaKey) {
        if (event.key.toLowerCase() === 's') onLeave(text)
        else event.stopPropagation()
      }
      return
    }
    event.preventDefault()
    event.stopPropagation()
    if (step) finish(text, ...step)
    else finish(null, 0, 0)
  }
  return (
    <input
      ref={input}
      className="editor"
      aria-label={label}
      value={text}
      inputMode={inputMode}
      enterKeyHint="next"
      autoComplete="off"
      onChange={(event) => setText(event.target.value)}
      onPointerDown={() => {
        isOver.current = false
      }}
      onKeyDown={onKeyDown}
      onBlur={() => ended.current || onLeave(text)}
    />
  )
}

/** The on-screen keyboard of phones. */
export type InputMode = 'numeric' | 'decimal' | 'text'

interface Props {
  label: string
  start: Editing | null
  inputMode: InputMode
  onFinish: RowActions['finish']
  onLeave: RowActions['leave']
}

/** The cells down and to the right that a key moves after editing; null for keys that do not finish it. */
const stepOf = (key: string, shift: boolean, isOverwriting: boolean): [number, number] | null => {
  const direction = shift ? -1 : 1
  const steps: Record<string, [number, number]> = {
    Enter: [direction, 0],
    Tab: [0, direction],
    ArrowDown: [1, 0],
    ArrowUp: [-1, 0],
    ...(isOverwriting ? { ArrowLeft: [0, -1], ArrowRight: [0, 1] } : {}),
  }
  return steps[key] ?? null
}
