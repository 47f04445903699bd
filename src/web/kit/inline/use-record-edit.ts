import { type HttpError as RefusedSave, useUpdate } from '@refinedev/core'
import { useState } from 'react'
import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { titleOf } from '#web/fields/titles.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import { fieldMessages } from '#web/kit/form/error-lines.ts'
import { HttpError } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { failureText, notify, notifyFailure } from '#web/shell/messages/messages.ts'
import { failOffline, withoutNotices } from './mutation-options'

/**
 * Edits a few fields of a record in place (`initialNames`) and saves them with the version that was shown. Fields that
 * a refusal names are added to the edit. After a save the message bar offers undo.
 */
export const useRecordEdit = (area: Area, record: AnyRecord, initialNames: readonly string[]): RecordEdit => {
  const [names, setNames] = useState(initialNames)
  const [values, setValues] = useState<Record<string, unknown>>({})
  const [messages, setMessages] = useState<Record<string, string>>({})
  const [overtaken, setOvertaken] = useState<AnyRecord | null>(null)
  const refresh = useRefresh()
  const { mutateAsync: update, mutation } = useUpdate<AnyRecord, RefusedSave>({ mutationOptions: failOffline })

  const write = async (changes: Record<string, unknown>, version: number) => {
    const { data } = await update({
      ...withoutNotices,
      resource: area.name,
      id: record.id,
      values: { ...changes, version },
    })
    await refresh()
    return data
  }
  const undo = async (formerValues: Record<string, unknown>, version: number) => {
    try {
      await write(formerValues, version)
      notify({ tone: 'success', text: t('kit.inline.undone', { title: titleOf(area, record) }) })
    } catch (problem) {
      notifyFailure(problem)
    }
  }
  const save = async (last: Record<string, unknown> = {}): Promise<boolean> => {
    const changes = Object.fromEntries(
      Object.entries({ ...values, ...last }).filter(([name, value]) => value !== record[name]),
    )
    if (mutation.isPending) return false
    if (Object.keys(changes).length === 0) return true
    setMessages({})
    try {
      const formerValues = Object.fromEntries(Object.keys(changes).map((name) => [name, record[name] ?? null]))
      const { version } = await write(changes, record.version)
      notify({
        tone: 'success',
        text: t('kit.form.changed', { title: titleOf(area, record) }),
        action: { label: t('kit.inline.undo'), run: () => void undo(formerValues, version) },
      })
      return true
    } catch (problem) {
      const refusal = problem instanceof HttpError ? problem : null
      const byField = messagesByField(refusal?.errors)
      const writableNames = Object.keys(byField).filter((name) => fieldRights().mayWrite(area, name))
      setNames((current) => [...current, ...writableNames.filter((name) => !current.includes(name))])
      const isNamed = Object.keys(byField).some((name) => writableNames.includes(name))
      setMessages(isNamed ? byField : { '': Object.values(byField).join(' ') || failureText(problem) })
      // After a conflict the other person's changes are shown before a second attempt.
      if (refusal?.code === 'stale') {
        setOvertaken(record)
        await refresh()
      }
      return false
    }
  }
  return {
    names,
    messages,
    overtaken,
    busy: mutation.isPending,
    isChanged: Object.entries(values).some(([name, value]) => value !== record[name]),
    valueOf: (name) => (name in values ? values[name] : record[name]),
    set: (name, value) => {
      setValues((current) => ({ ...current, [name]: value }))
      setMessages({})
    },
    save,
  }
}

export interface RecordEdit {
  /** The edited fields. */
  names: readonly string[]
  /** Errors by field name; errors of the whole record under the empty name. */
  messages: Readonly<Record<string, string>>
  /** The outdated record after a conflict, to show what has changed; null without one. */
  overtaken: AnyRecord | null
  busy: boolean
  isChanged: boolean
  valueOf: (name: string) => unknown
  set: (name: string, value: unknown) => void
  /**
   * Returns whether the record was saved. `last` are values entered in the same event, which the state does not have
   * yet.
   */
  save: (last?: Record<string, unknown>) => Promise<boolean>
}

/** Errors by field name. For a row of a document the paths start with the row's index, which is removed. */
const messagesByField = (errors: Record<string, string[]> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fieldMessages(errors)).map(([path, message]) => [path.replace(/^\w+\.\d+\.(?=\w+$)/, ''), message]),
  )
