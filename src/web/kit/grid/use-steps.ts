import { type RefObject, useMemo, useRef, useState } from 'react'

/** A change of one row, identified by its key. */
export interface Step<V> {
  key: string
  before: V
  after: V
}

/** The undo history of a grid. An entry contains all steps of one action. */
export const useSteps = <V>() => {
  const [flags, setFlags] = useState({ canUndo: false, canRedo: false })
  const past = useRef<(readonly Step<V>[])[]>([])
  const future = useRef<(readonly Step<V>[])[]>([])
  const history = useMemo(() => {
    const updateFlags = () => {
      const next = { canUndo: past.current.length > 0, canRedo: future.current.length > 0 }
      setFlags((current) => (current.canUndo === next.canUndo && current.canRedo === next.canRedo ? current : next))
    }
    const move = (source: RefObject<(readonly Step<V>[])[]>, target: RefObject<(readonly Step<V>[])[]>) => {
      const steps = source.current.pop()
      if (!steps) return null
      target.current.push(steps)
      updateFlags()
      return steps
    }
    return {
      record: (steps: readonly Step<V>[]) => {
        past.current = [...past.current.slice(1 - mostSteps), steps]
        future.current = []
        updateFlags()
      },
      /** Returns the steps to undo; null without any. */
      undo: () => move(past, future),
      /** Returns the steps to redo; null without any. */
      redo: () => move(future, past),
    }
  }, [])
  return { ...flags, history }
}

const mostSteps = 200
