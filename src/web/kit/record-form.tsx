import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type FieldValues, FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { register } from '../../areas'
import type { Area } from '../../shared/area'
import { createSchema, editSchema, type Values } from '../../shared/schema'
import { titleOf } from '../fields/titles'
import { areaName, t } from '../i18n'
import { HttpError } from '../providers/http'
import { fieldRights } from '../providers/permission'
import { notify } from '../shell/messages'
import { errorLines, fieldMessages } from './error-lines'
import { type FormScope, FormScopeContext } from './form-scope'
import { changedValues, createValues, formValues } from './form-values'
import { Problems } from './problems'
import type { OpenRecord } from './record-actions'
import { schemaResolver } from './schema-resolver'
import { StaleDialog } from './stale-dialog'
import { useHotkey } from './use-hotkey'
import { useRecordForm } from './use-record-form'
import { useRefresh } from './use-refresh'
import { useUnsavedGuard } from './use-unsaved-guard'
import { within } from './words'

/**
 * A form over one record and its rows, new without `record`: checks by the shared schemas, saves with version and
 * Idempotency-Key, keeps every entry when a save fails, and lets the person choose where somebody else saved first.
 * Its children are the sections; `summary` stands in the bar at its foot.
 */
export function RecordForm({ area, record, summary, children }: Props) {
  const [base, setBase] = useState(record)
  const [refusal, setRefusal] = useState<unknown>(null)
  const [lines, setLines] = useState<string[]>([])
  const [isSaved, setSaved] = useState(false)
  const [conflict, setConflict] = useState<{ current: OpenRecord; mine: Values } | null>(null)
  const shown = useRef(new Set<string>()).current
  const element = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const refresh = useRefresh()
  const { mayWrite } = fieldRights()
  const before = useMemo(() => formValues(area, register, fieldRights().mayWrite, base), [area, base])
  const toWire = (values: FieldValues) => (base ? changedValues(values, before, base.version) : createValues(values))
  const schema = useMemo(() => (base ? editSchema : createSchema)(area, register, fieldRights().mayWrite), [area, base])
  const { form, save } = useRecordForm(area, base, { defaultValues: before, resolver: schemaResolver(schema, toWire) })
  const { isSubmitting, isDirty, errors } = form.formState
  // The page that follows is drawn a moment after the answer: until then another click must not send again.
  const isBusy = isSubmitting || isSaved
  const letPass = useUnsavedGuard(isDirty)
  const wrong = errorLines(area, register, flatMessages(errors))
  const scope = useMemo<FormScope>(() => ({ mayEdit: editableIn(base), record: base ?? {}, shown }), [base, shown])

  const showErrors = (messages: Record<string, string>) => {
    const placed = Object.entries(messages).filter(([path]) => shown.has(path))
    for (const [path, message] of placed) form.setError(path, { message })
    setLines(errorLines(area, register, without(messages, shown)))
    requestAnimationFrame(() => firstFault(element.current)?.focus())
  }
  const send = async (body: Values) => {
    setRefusal(null)
    setLines([])
    try {
      const saved = await save(body)
      setSaved(true)
      letPass()
      notify({
        tone: 'success',
        text: t(base ? 'kit.form.changed' : 'kit.form.created', { title: titleOf(area, saved) }),
      })
      await refresh()
      navigate(area.single ? (area.path ?? '/') : `${area.path}/${saved.id}`, { replace: true })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      const current = error.body.current as OpenRecord | undefined
      if (error.code === 'stale' && current) return setConflict({ current, mine: without(body, new Set(['version'])) })
      if (error.errors?.['Idempotency-Key']) return setRefusal(new Error(t('kit.form.already_saved')))
      setRefusal(error)
      showErrors(fieldMessages(error.errors))
    }
  }
  const submit = form.handleSubmit(
    async (body) => {
      if (base && Object.keys(body).length === 1) {
        letPass()
        return navigate(area.single ? (area.path ?? '/') : `${area.path}/${base.id}`, { replace: true })
      }
      await send(body)
    },
    (errors) => {
      setRefusal(null)
      showErrors(flatMessages(errors))
    },
  )
  const resolve = async ({ current, mine }: { current: OpenRecord; mine: Values }, kept: readonly string[]) => {
    setConflict(null)
    const chosen = Object.fromEntries(Object.entries(mine).filter(([name]) => kept.includes(name)))
    setBase(current)
    form.reset(formValues(area, register, mayWrite, current))
    for (const [name, value] of Object.entries(chosen)) form.setValue(name, value, { shouldDirty: true })
    if (kept.length > 0) await send({ ...chosen, version: current.version })
  }
  useHotkey('mod+s', () => isBusy || void submit())

  return (
    <FormProvider {...form}>
      <FormScopeContext value={scope}>
        <Box
          component="form"
          ref={element}
          noValidate
          aria-label={areaName(area, true)}
          onSubmit={submit}
          sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}
        >
          <Problems error={refusal} lines={lines} />
          {children}
          <SaveBar
            label={base ? t('kit.form.save') : t('kit.form.create', { name: within(areaName(area, true)) })}
            state={formState(isBusy, refusal, [...lines, ...wrong], isDirty)}
            busy={isBusy}
            onFault={wrong.length > 0 && !isBusy ? () => firstFault(element.current)?.focus() : undefined}
            summary={summary}
            onCancel={() => navigate(base && !area.single ? `${area.path}/${base.id}` : (area.path ?? '/'))}
          />
        </Box>
      </FormScopeContext>
      {conflict && (
        <StaleDialog
          area={area}
          conflict={{ before: base ?? {}, theirs: conflict.current, mine: withTitles(conflict.mine, conflict.current) }}
          onChoose={(kept) => void resolve(conflict, kept)}
          onDiscard={() => void resolve(conflict, [])}
          onClose={() => setConflict(null)}
        />
      )}
    </FormProvider>
  )
}

interface Props {
  area: Area
  record?: OpenRecord
  summary?: ReactNode
  children: ReactNode
}

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
function SaveBar({ label, state, busy, summary, onFault, onCancel }: SaveBarProps) {
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
        sx={{ flex: { xs: '1 0 100%', sm: 1 }, fontSize: 13, color: onFault ? 'error.main' : 'text.secondary' }}
      >
        {state}{' '}
        {onFault && (
          <Button size="small" onClick={onFault} sx={{ my: -0.5 }}>
            {t('kit.form.to_fault')}
          </Button>
        )}
      </Box>
      {summary}
      <Button onClick={onCancel} disabled={busy}>
        {t('kit.cancel')}
      </Button>
      <Button type="submit" variant="contained" disabled={busy} aria-keyshortcuts="Control+S Meta+S">
        {busy ? t('kit.form.saving') : label}
      </Button>
    </Box>
  )
}
interface SaveBarProps {
  label: string
  state: string
  busy: boolean
  summary?: ReactNode
  /** Leads to the first entry that needs attention, where there is one. */
  onFault?: () => void
  onCancel: () => void
}

const formState = (busy: boolean, refusal: unknown, faults: readonly string[], isDirty: boolean): string => {
  if (busy) return t('kit.form.saving')
  if (refusal instanceof HttpError && refusal.statusCode === 0) return t('kit.form.offline')
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

/** The own entries among the titles that stand in the current record, so that they can be written out. */
const withTitles = (mine: Values, current: Values): Values => ({ currency: current.currency, ...mine })

const firstFault = (form: HTMLElement | null): HTMLElement | null => {
  const fault = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (fault && fault.tabIndex >= 0) return fault
  return fault?.querySelector<HTMLElement>('input, select, textarea') ?? null
}
