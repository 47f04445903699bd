import { type RefObject, useEffect, useRef, useState } from 'react'
import type { WipStage } from '#shared/trade/production.ts'
import { dropEntry, type Entry, findEntry, keepEntry, type StageEntry } from './draft'

/** The entry of a line, and functions to change it. */
export interface EntryState {
  entry: Entry
  /** The entry including changes that have not been rendered yet. */
  latest: RefObject<Entry>
  /** The time of the restored draft; null without one. */
  restoredAt: string | null
  change: (changes: Partial<Entry>) => void
  changeStage: (stage: WipStage, changes: Partial<StageEntry>) => void
  discard: () => void
}

/** Holds the entry of a line, and stores it as a draft on this device. */
export const useEntry = (line: number, initialEntry: Entry): EntryState => {
  const [entry, setEntry] = useState(initialEntry)
  const [restoredAt, setRestoredAt] = useState<string | null>(null)
  const latest = useRef(entry)

  const change = (changes: Partial<Entry>) => {
    latest.current = { ...latest.current, ...changes }
    setEntry(latest.current)
    // Stored on each change instead of on leaving: a phone that runs out of battery fires no event.
    if (isEmpty(latest.current)) dropEntry(line)
    else keepEntry(line, latest.current)
  }

  useEffect(() => {
    void findEntry(line).then((draft) => {
      if (!draft || !isEmpty(latest.current)) return
      latest.current = draft.values.entry
      setEntry(latest.current)
      setRestoredAt(draft.at)
    })
  }, [line])

  return {
    entry,
    latest,
    restoredAt,
    change,
    changeStage: (stage, changes) => {
      const before = latest.current.stages[stage] ?? { typed: '', reason: '' }
      change({ stages: { ...latest.current.stages, [stage]: { ...before, ...changes } } })
    },
    discard: () => {
      change(initialEntry)
      setRestoredAt(null)
    },
  }
}

const isEmpty = ({ stages, remark }: Entry) =>
  remark === '' && Object.values(stages).every(({ typed, reason }) => typed === '' && reason === '')
