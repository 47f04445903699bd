import { type RefObject, useMemo, useRef, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Versions } from '#shared/kit/merge.ts'
import { createSchema, editSchema, type Values } from '#shared/kit/schema.ts'
import { titleOf } from '#web/fields/titles.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { useIsLeft } from '#web/hooks/use-is-left.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { t } from '#web/i18n.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { dataProvider } from '#web/providers/data.ts'
import { HttpError } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { notify } from '#web/shell/messages/messages.ts'
import type { Draft } from './drafts'
import { errorLines, fieldMessages } from './error-lines'
import { firstFault } from './fault'
import { changedValues, createValues, formValues } from './form-values'
import { schemaResolver } from './schema-resolver'
import { useDraft } from './use-draft'
import { useRecordForm } from './use-record-form'
import { useUnsavedGuard } from './use-unsaved-guard'

/**
 * State of a record being edited: its form, its draft, the server's refusal, and a conflict with a concurrent save.
 * `base` is the loaded record, `before` its form values; both are undefined or defaults for a new record.
 */
export const useRecordEditor = ({ area, record, successText, after, element }: EditorOptions) => {
  const [base, setBase] = useState(record)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [lines, setLines] = useState<string[]>([])
  const [isSaved, setSaved] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const shown = useRef(new Set<string>()).current
  const navigate = useNavigate()
  const isLeft = useIsLeft()
  const refresh = useRefresh()
  const before = useMemo(() => formValues(area, register, fieldRights().mayWrite, base), [area, base])
  const toWire = (values: FieldValues) => (base ? changedValues(values, before, base.version) : createValues(values))
  const schema = useMemo(() => (base ? editSchema : createSchema)(area, register, fieldRights().mayWrite), [area, base])
  const { form, save, keys } = useRecordForm(area, base, {
    defaultValues: before,
    resolver: schemaResolver(schema, toWire),
  })
  const { isSubmitting, isDirty } = form.formState
  // After a save the form is visible until the next page is rendered; a second click must not send again.
  const isBusy = isSubmitting || isSaved
  const draft = useDraft({ area, record: base, before, form, isDirty, keys })
  const releaseGuard = useUnsavedGuard(isDirty, draft.drop)
  const showErrors = (messages: Record<string, string>) => {
    const inlineErrors = Object.entries(messages).filter(([path]) => shown.has(path))
    // Refine's server-side validation sets errors only for fields that were sent; a refusal may name others.
    for (const [path, message] of inlineErrors) form.setError(path, { message })
    setLines(errorLines(area, register, without(messages, shown)))
    focusSoon(() => firstFault(element.current), inlineErrors.length > 0 ? undefined : 0)
  }
  const leave = async (saved: OpenRecord) => {
    const target = (await after?.(saved)) ?? (area.single ? (area.path ?? '/') : `${area.path}/${saved.id}`)
    if (!isLeft()) navigate(target, { replace: true })
  }
  /** Saves the body; `from` is the record that it is based on, undefined for a new one. */
  const send = async (body: Values, from = base) => {
    setRefusal(null)
    setLines([])
    try {
      const saved = await save(body)
      setSaved(true)
      draft.drop()
      releaseGuard()
      notify({
        tone: 'success',
        text:
          successText?.(saved) ?? t(from ? 'kit.form.changed' : 'kit.form.created', { title: titleOf(area, saved) }),
      })
      await refresh()
      await leave(saved)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // The draft stores the Idempotency-Key, so that a retry after a crash does not create a second record.
      draft.flush()
      const current = error.code === 'stale' && from && (await currentOf(area, from.id, error))
      if (current) {
        const versions = { base: { ...from }, theirs: current, mine: form.getValues() }
        return setConflict({ versions })
      }
      if (error.errors?.['Idempotency-Key']) return setRefusal(new Error(t('kit.form.already_saved')))
      setRefusal(error)
      showErrors(fieldMessages(error.errors))
    }
  }
  const submit = form.handleSubmit(
    async (body) => {
      if (base && Object.keys(body).length === 1) {
        releaseGuard()
        if (!after) notify({ tone: 'info', text: t('editing.nothing_to_save') })
        return leave(base)
      }
      await send(body)
    },
    (errors) => {
      setRefusal(null)
      showErrors(flatMessages(errors))
    },
  )
  return {
    base,
    before,
    form,
    keys,
    draft,
    refusal,
    lines,
    shown,
    isBusy,
    conflict,
    send,
    submit,
    rebase: setBase,
    openConflict: setConflict,
    closeConflict: () => setConflict(null),
  }
}

export type RecordEditor = ReturnType<typeof useRecordEditor>

interface EditorOptions {
  area: Area
  record: OpenRecord | undefined
  successText: ((saved: OpenRecord) => string | undefined) | undefined
  after: ((saved: OpenRecord) => Promise<string | undefined>) | undefined
  element: RefObject<HTMLFormElement | null>
}

/** A conflict: another person saved first, or a draft is based on an older version. */
export interface Conflict {
  versions: Versions
  /** The draft that is being restored; absent for a save. */
  from?: Draft
}

/**
 * The current record with the person's rights on it; without a connection the one in the refusal, which has no rights.
 */
const currentOf = async (area: Area, id: number, error: HttpError): Promise<OpenRecord | undefined> => {
  const included = error.body.current as OpenRecord | undefined
  const response = await dataProvider.getOne<OpenRecord>({ resource: area.name, id }).catch(() => null)
  return response && (!included || response.data.version >= included.version) ? response.data : included
}

/** Converts the nested errors of React Hook Form to messages by path. */
export const flatMessages = (errors: FieldErrors, path = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]): [string, string][] => {
      if (!error || typeof error !== 'object') return []
      const fullPath = name === 'root' ? path.replace(/\.$/, '') : path + name
      const { message, type, ref, ...nested } = error as Record<string, unknown>
      return [
        ...(typeof message === 'string' ? [[fullPath, message] as [string, string]] : []),
        ...Object.entries(flatMessages(nested as FieldErrors, `${fullPath}.`)),
      ]
    }),
  )

const without = <T>(values: Record<string, T>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
