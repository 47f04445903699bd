import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { register } from '#areas/index.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Versions } from '#shared/kit/merge.ts'
import { createSchema, editSchema, type Values } from '#shared/kit/schema.ts'
import { titleOf } from '#web/fields/titles.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { hasMouse } from '#web/hooks/pointer.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { areaName, format, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { dataProvider } from '#web/providers/data.ts'
import { HttpError } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { DraftOffer } from './draft-offer'
import type { Draft } from './drafts'
import { errorLines, fieldMessages } from './error-lines'
import { type FormScope, FormScopeContext } from './form-scope'
import { changedValues, createValues, formValues, sameValue } from './form-values'
import { Problems } from './problems'
import { schemaResolver } from './schema-resolver'
import { useConnectionBack } from './use-connection'
import { useDraft } from './use-draft'
import { useRecordForm } from './use-record-form'
import { useUnsavedGuard } from './use-unsaved-guard'

const StaleDialog = lazy(() => import('./stale-dialog').then((module) => ({ default: module.StaleDialog })))

/**
 * A form over one record and its rows, new without `record`: checks by the shared schemas, saves with version and
 * Idempotency-Key, keeps every entry when a save fails and in this browser until it is saved, and merges where somebody
 * else saved first. Its children are the sections; `summary` stands in the bar at its foot; `derive` says which fields of
 * a record follow from its rows.
 */
export function RecordForm({ area, record, summary, derive, successText, children }: RecordFormProps) {
  const [base, setBase] = useState(record)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [lines, setLines] = useState<string[]>([])
  const [isSaved, setSaved] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const shown = useRef(new Set<string>()).current
  const element = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const before = useMemo(() => formValues(area, register, fieldRights().mayWrite, base), [area, base])
  const toWire = (values: FieldValues) => (base ? changedValues(values, before, base.version) : createValues(values))
  const schema = useMemo(() => (base ? editSchema : createSchema)(area, register, fieldRights().mayWrite), [area, base])
  const isNew = base === undefined
  const { form, save, keys } = useRecordForm(area, base, {
    defaultValues: before,
    resolver: schemaResolver(schema, toWire),
  })
  // The first methods are as good as any, and a stable context spares every field a render per change of the form's
  // state. Fields read that state by `useFormState` and `useController`, not from the context.
  const [methods] = useState(form)
  const { isSubmitting, isDirty, errors } = form.formState
  // The page that follows is drawn a moment after the answer: until then another click must not send again.
  const isBusy = isSubmitting || isSaved
  const draft = useDraft({ area, record: base, before, form, isDirty, keys })
  const letPass = useUnsavedGuard(isDirty, draft.drop)
  const isLost = refusal instanceof HttpError && unreachable.has(refusal.statusCode)
  const isBack = useConnectionBack(isLost && !isBusy)
  const wrong = errorLines(area, register, flatMessages(errors))
  const scope = useMemo<FormScope>(() => ({ mayEdit: editableIn(base), record: base ?? {}, shown }), [base, shown])

  const showErrors = (messages: Record<string, string>) => {
    const placed = Object.entries(messages).filter(([path]) => shown.has(path))
    // Refine's server-side validation sets the errors of fields that were sent; a refusal may name others too.
    for (const [path, message] of placed) form.setError(path, { message })
    setLines(errorLines(area, register, without(messages, shown)))
    focusSoon(() => firstFault(element.current), placed.length > 0 ? undefined : 0)
  }
  const send = async (body: Values) => {
    setRefusal(null)
    setLines([])
    try {
      const saved = await save(body)
      setSaved(true)
      draft.drop()
      letPass()
      notify({
        tone: 'success',
        text:
          successText?.(saved) ?? t(base ? 'kit.form.changed' : 'kit.form.created', { title: titleOf(area, saved) }),
      })
      await refresh()
      navigate(area.single ? (area.path ?? '/') : `${area.path}/${saved.id}`, { replace: true })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // A crash from here on must not make the record twice.
      draft.flush()
      const current = error.code === 'stale' && base && (await currentOf(area, base.id, error))
      if (current) {
        const versions = { base: { ...base }, theirs: current, mine: form.getValues() }
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
        letPass()
        notify({ tone: 'info', text: t('editing.nothing_to_save') })
        return navigate(area.single ? (area.path ?? '/') : `${area.path}/${base.id}`, { replace: true })
      }
      await send(body)
    },
    (errors) => {
      setRefusal(null)
      showErrors(flatMessages(errors))
    },
  )
  const fill = (values: Values, from: Values) => {
    form.reset(from)
    for (const [name, value] of Object.entries(values))
      if (name in from && !sameValue(value, from[name])) form.setValue(name, value, { shouldDirty: true })
  }
  const settle = async ({ versions, from: found }: Conflict, values: Values | null) => {
    const current = versions.theirs as OpenRecord
    const from = formValues(area, register, fieldRights().mayWrite, current)
    setConflict(null)
    if (found) draft.forget(found)
    setBase(current)
    fill(values ?? from, from)
    const body = changedValues(values ?? from, from, current.version)
    const isLeft = Object.keys(body).length > 1
    if (values && !isLeft) notify({ tone: 'info', text: t('editing.merge.nothing_left') })
    if (!found && isLeft) await send(body)
  }
  const restore = (found: Draft) => {
    const { values, version, key } = found
    if (key) keys.set('', key)
    if (base && version !== base.version)
      return setConflict({ versions: { base: found.base ?? {}, theirs: base, mine: values }, from: found })
    draft.forget(found)
    fill(values, before)
    notify({ tone: 'info', text: t('editing.draft.restored', { when: format.moment(found.at) }) })
  }
  // Whoever opens a new form means to fill it in.
  useEffect(() => {
    if (isNew && hasMouse()) focusSoon(() => firstInput(element.current))
  }, [isNew])
  useShortcut('mod+s', () => isBusy || void submit())

  return (
    <FormProvider {...methods}>
      <FormScopeContext value={scope}>
        <Box
          component="form"
          ref={element}
          noValidate
          aria-label={areaName(area, true)}
          onSubmit={submit}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
        >
          {draft.found && (
            <DraftOffer
              draft={draft.found}
              isOlder={base !== undefined && draft.found.version !== base.version}
              onRestore={() => draft.found && restore(draft.found)}
              onDiscard={() => draft.found && draft.forget(draft.found)}
            />
          )}
          <Problems error={refusal} lines={lines} />
          {children}
          <SaveBar
            label={base ? t('kit.form.save') : t('kit.form.create', { name: inSentence(areaName(area, true)) })}
            state={
              isBack
                ? t('editing.connection.back')
                : formState(isBusy, refusal, [...new Set([...lines, ...wrong])], isDirty)
            }
            busy={isBusy}
            isBack={isBack}
            onFault={wrong.length > 0 && !isBusy ? () => firstFault(element.current)?.focus() : undefined}
            summary={summary}
            onCancel={() => navigate(base && !area.single ? `${area.path}/${base.id}` : (area.path ?? '/'))}
          />
        </Box>
      </FormScopeContext>
      {conflict && (
        <Suspense>
          <StaleDialog
            area={area}
            versions={conflict.versions}
            derive={derive}
            onSettle={(values) => void settle(conflict, values)}
            onDiscard={() => void settle(conflict, null)}
            onClose={() => setConflict(null)}
          />
        </Suspense>
      )}
    </FormProvider>
  )
}

export interface RecordFormProps {
  area: Area
  record?: OpenRecord
  summary?: ReactNode
  /** Keep it stable between draws. */
  derive?: (area: Area, record: Values) => Values
  /** What is said of a record once it is saved, where the usual words would be wrong. */
  successText?: (saved: OpenRecord) => string | undefined
  children: ReactNode
}

/** What stands against what: for a save that came second, or a draft of a record that is another by now. */
interface Conflict {
  versions: Versions
  /** The draft that is being restored; without one it is a save. */
  from?: Draft
}

/** The record as it stands now; the refusal itself carries it, yet not what may be done with it. */
const currentOf = async (area: Area, id: number, error: HttpError): Promise<OpenRecord | undefined> => {
  const included = error.body.current as OpenRecord | undefined
  const read = await dataProvider.getOne<OpenRecord>({ resource: area.name, id }).catch(() => null)
  return read && (!included || read.data.version >= included.version) ? read.data : included
}

/** Statuses of an answer that is none: nobody there, or only what stands before the portal. */
const unreachable: ReadonlySet<number> = new Set([0, 502, 503, 504])

/** What may be set: in a new record whatever the person may write, in one that stands what the API says. */
const editableIn = (record: OpenRecord | undefined) => (area: Area, path: string) => {
  const name = path.split('.').at(-1) ?? ''
  const field = area.fields[name]
  if (!field || field.options.readOnly) return false
  const plain = path.replace(/\.\d+/g, '')
  if (record?.editable) {
    const isAllowed = record.editable.includes(plain)
    return isAllowed && !(field.options.fixed && plain === name)
  }
  return field.kind === 'rows' || fieldRights().mayWrite(area, name)
}

/** Stays in sight at the foot of the form: the state of saving, cancel, save. */
function SaveBar({ label, state, busy, isBack, summary, onFault, onCancel }: SaveBarProps) {
  return (
    <Box
      className="no-print"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 4,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        py: 1.5,
        bgcolor: 'background.default',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Box
        role="status"
        sx={{ flex: 1, minWidth: { xs: 120, sm: 0 }, fontSize: 13, color: onFault ? 'error.main' : 'text.secondary' }}
      >
        {state}{' '}
        {onFault && (
          <Button size="small" onClick={onFault} sx={{ my: -0.5 }}>
            {t('kit.form.to_fault')}
          </Button>
        )}
        {isBack && (
          <Button type="submit" size="small" variant="outlined" sx={{ my: -0.5 }}>
            {t('editing.connection.again')}
          </Button>
        )}
      </Box>
      {summary}
      <Box sx={{ flex: { xs: '1 0 100%', sm: 'none' }, display: 'flex', gap: 1 }}>
        <Button onClick={onCancel} disabled={busy}>
          {t('kit.cancel')}
        </Button>
        <Button
          type="submit"
          variant="contained"
          disabled={busy}
          aria-keyshortcuts="Control+S Meta+S"
          sx={{ flex: { xs: 1, sm: 'none' } }}
        >
          {busy ? t('kit.form.saving') : label}
        </Button>
      </Box>
    </Box>
  )
}
interface SaveBarProps {
  label: string
  state: string
  busy: boolean
  /** The connection that the last save did not find is there again. */
  isBack: boolean
  summary?: ReactNode
  /** Leads to the first entry that needs attention, where there is one. */
  onFault?: () => void
  onCancel: () => void
}

const formState = (busy: boolean, refusal: unknown, faults: readonly string[], isDirty: boolean): string => {
  if (busy) return t('kit.form.saving')
  if (refusal instanceof HttpError && unreachable.has(refusal.statusCode)) return t('kit.form.offline')
  const [fault] = faults
  if (fault && faults.length === 1) return t('kit.form.fault', { fault })
  if (fault) return t('kit.form.faults', { count: faults.length })
  if (refusal) return t('kit.form.not_saved')
  return isDirty ? t('kit.form.unsaved') : t('kit.form.saved')
}

/** Nested errors of the form as messages by path. */
const flatMessages = (errors: FieldErrors, path = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, error]): [string, string][] => {
      if (!error || typeof error !== 'object') return []
      const own = name === 'root' ? path.replace(/\.$/, '') : path + name
      const { message, type, ref, ...nested } = error as Record<string, unknown>
      return [
        ...(typeof message === 'string' ? [[own, message] as [string, string]] : []),
        ...Object.entries(flatMessages(nested as FieldErrors, `${own}.`)),
      ]
    }),
  )

const without = <T,>(values: Record<string, T>, names: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))

/** The input of the first field; while it is not drawn yet, none. */
const firstInput = (form: HTMLElement | null): HTMLElement | null =>
  document.getElementById(form?.querySelector('label')?.htmlFor ?? '')

const firstFault = (form: HTMLElement | null): HTMLElement | null => {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (fault && fault.tabIndex >= 0) return fault
  return fault?.querySelector<HTMLElement>('input, select, textarea') ?? null
}
