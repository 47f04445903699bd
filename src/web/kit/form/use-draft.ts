import { useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormGetValues, UseFormSubscribe } from 'react-hook-form'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { type Draft, dropDraft, findDrafts, holdSlot, keepDraft, slotFor } from './drafts'

/**
 * Stores the entries of a form in this browser, against crashes, closed tabs and expired sessions. `offered` is the
 * latest draft of an earlier form, or null; `forget` deletes such a draft; `flush` stores the entries at once; `drop`
 * ends storing and deletes this form's draft, after a save or when entries are discarded.
 */
export const useDraft = ({ area, record, before, form, isDirty, keys }: Options) => {
  const [slot] = useState(() => slotFor(area.name, record?.id, freshKey()))
  const [offered, setFound] = useState<Draft[]>([])
  const isOver = useRef(false)
  const latest = useRef({ isDirty, record, before })
  latest.current = { isDirty, record, before }
  const { subscribe, getValues } = form

  const flush = useRef(() => {
    if (isOver.current) return
    const { isDirty, record, before } = latest.current
    if (!isDirty) return dropDraft(slot)
    const key = record ? undefined : keys.get('')
    keepDraft({
      slot,
      at: new Date().toISOString(),
      values: getValues(),
      base: record ? before : null,
      version: record?.version ?? null,
      ...(key ? { key } : {}),
    })
  }).current

  useEffect(() => {
    void findDrafts(area.name, latest.current.record?.id).then(setFound)
    return holdSlot(slot)
  }, [area, slot])

  useEffect(() => {
    let timer = 0
    const flushLater = () => {
      clearTimeout(timer)
      timer = window.setTimeout(flush, flushDelay)
    }
    const stop = subscribe({ formState: { values: true }, callback: flushLater })
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flush)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flush)
      flush()
    }
  }, [subscribe, flush])

  // Entries that were reverted by hand need no draft.
  useEffect(() => {
    if (!isDirty) dropDraft(slot)
  }, [isDirty, slot])

  const forget = ({ slot }: Draft) => {
    dropDraft(slot)
    setFound((drafts) => drafts.filter((draft) => draft.slot !== slot))
  }
  return {
    offered: offered[0] ?? null,
    forget,
    flush,
    drop: () => {
      isOver.current = true
      dropDraft(slot)
    },
  }
}

interface Options {
  area: Area
  record: OpenRecord | undefined
  before: Values
  form: { getValues: UseFormGetValues<FieldValues>; subscribe: UseFormSubscribe<FieldValues> }
  isDirty: boolean
  /** Idempotency-Keys by content; that of a new record has the empty string as its key. */
  keys: ReadonlyMap<string, string>
}

/** Milliseconds without typing before a draft is stored. */
const flushDelay = 400
