import Box from '@mui/material/Box'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Values } from '#shared/kit/schema.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { hasMouse } from '#web/hooks/pointer.ts'
import { useShortcut } from '#web/hooks/shortcuts.ts'
import { areaName, t } from '#web/i18n.ts'
import { inSentence } from '#web/kit/page/list-labels.ts'
import type { OpenRecord } from '#web/kit/record/record-actions.ts'
import { isUnreachable } from '#web/providers/http.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { DraftOffer } from './draft-offer'
import { errorLines } from './error-lines'
import { firstFault } from './fault'
import { type FormScope, FormScopeContext } from './form-scope'
import { formValues } from './form-values'
import { Problems } from './problems'
import { formState, SaveBar } from './save-bar'
import { useConnectionBack } from './use-connection'
import { useMerge } from './use-merge'
import { flatMessages, useRecordEditor } from './use-record-editor'

const StaleDialog = lazy(() => import('./stale-dialog').then((module) => ({ default: module.StaleDialog })))

/**
 * The form of one record and its rows, or of a new record without `record`. Validates with the shared schemas, saves
 * with version and Idempotency-Key, keeps all entries when a save fails, stores them as a draft in this browser until
 * they are saved, and merges conflicts with concurrent saves. The children are the sections; `summary` is shown in the
 * save bar; `derive` returns the fields that are calculated from the rows.
 */
export function RecordForm({
  area,
  record,
  initial,
  summary,
  derive,
  successText,
  after,
  saveLabel,
  children,
}: RecordFormProps) {
  const element = useRef<HTMLFormElement>(null)
  const editor = useRecordEditor({ area, record, successText, after, element })
  const { base, form, draft, refusal, lines, isBusy, conflict, submit } = editor
  const { settle, restore, prefill } = useMerge(area, editor)
  // The methods never change, only the form's state. A stable context saves every field a render for each change of
  // that state; fields subscribe to it by `useFormState` and `useController`.
  const [methods] = useState(form)
  const isBack = useConnectionBack(isUnreachable(refusal) && !isBusy)
  const validationErrors = errorLines(area, register, flatMessages(form.formState.errors))
  const isNew = base === undefined
  const navigate = useNavigate()
  const scope = useMemo<FormScope>(
    () => ({ mayEdit: editableIn(base), record: base ?? {}, shown: editor.shown }),
    [base, editor.shown],
  )
  // The form of a new record focuses its first input.
  useEffect(() => {
    if (isNew && hasMouse()) focusSoon(() => firstInput(element.current))
  }, [isNew])
  // Once: the form keeps what the user enters afterwards.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first values fill the form
  useEffect(() => {
    if (isNew && initial) prefill(formValues(area, register, fieldRights().mayWrite, initial))
  }, [])
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
          {draft.offered && (
            <DraftOffer
              draft={draft.offered}
              isOlder={base !== undefined && draft.offered.version !== base.version}
              onRestore={() => draft.offered && restore(draft.offered)}
              onDiscard={() => draft.offered && draft.forget(draft.offered)}
            />
          )}
          <Problems error={refusal} lines={lines} />
          {children}
          <SaveBar
            label={
              saveLabel?.(base) ??
              (base ? t('kit.form.save') : t('kit.form.create', { name: inSentence(areaName(area, true)) }))
            }
            state={
              isBack
                ? t('editing.connection.back')
                : formState(isBusy, refusal, [...new Set([...lines, ...validationErrors])], form.formState.isDirty)
            }
            busy={isBusy}
            isBack={isBack}
            onFault={validationErrors.length > 0 && !isBusy ? () => firstFault(element.current)?.focus() : undefined}
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
            onClose={editor.closeConflict}
          />
        </Suspense>
      )}
    </FormProvider>
  )
}

export interface RecordFormProps {
  area: Area
  record?: OpenRecord
  /** Values of a new record, as of a record without ids: they are filled in like entries of the user. */
  initial?: Values
  summary?: ReactNode
  /** Must be a stable function. */
  derive?: (area: Area, record: Values) => Values
  /** The success message; undefined for the default one. */
  successText?: (saved: OpenRecord) => string | undefined
  /**
   * Runs after a save, or when there was nothing to save. Returns the address to navigate to, by default the record's.
   */
  after?: (saved: OpenRecord) => Promise<string | undefined>
  saveLabel?: (record: OpenRecord | undefined) => string | undefined
  children: ReactNode
}

/** Whether a field is editable: in a new record by the person's rights, in an existing one by `editable` of the API. */
const editableIn = (record: OpenRecord | undefined) => (area: Area, path: string) => {
  const name = path.split('.').at(-1) ?? ''
  const field = area.fields[name]
  if (!field || field.options.readOnly) return false
  const fieldPath = path.replace(/\.\d+/g, '')
  if (record?.editable) {
    const isAllowed = record.editable.includes(fieldPath)
    return isAllowed && !(field.options.fixed && fieldPath === name)
  }
  return fieldRights().mayWrite(area, name)
}

/** The input of the first field; null while it is not rendered. */
const firstInput = (form: HTMLElement | null): HTMLElement | null =>
  document.getElementById(form?.querySelector('label')?.htmlFor ?? '')
