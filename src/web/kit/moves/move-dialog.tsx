import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import Stack from '@mui/material/Stack'
import { type BaseSyntheticEvent, type ReactNode, useId, useState } from 'react'
import { type FieldValues, FormProvider, useForm } from 'react-hook-form'
import { register } from '#register'
import { today } from '#shared/base/dates.ts'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import { moveInputSchema } from '#shared/kit/schema.ts'
import { hasMouse } from '#web/hooks/pointer.ts'
import { moveInputLabel, t } from '#web/i18n.ts'
import { errorLines, fieldMessages } from '#web/kit/form/error-lines.ts'
import { showFault } from '#web/kit/form/fault.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { keepingEntries, useAsksBeforeUnload } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { schemaResolver } from '#web/kit/form/schema-resolver.ts'
import { HttpError } from '#web/providers/http.ts'
import { MoveFiles } from './move-files'
import { moveText } from './move-text'
import { useMoveFiles } from './use-move-files'

/**
 * Explains a move and collects its inputs and files. `onAgree` makes the move; if it throws, the dialog shows the
 * error, else it closes.
 */
export function MoveDialog(props: Props) {
  const { area, move, subject, record, records = [], warnings = [], blocked, onAgree, onClose, children } = props
  const declared = area.lifecycle?.moves[move]
  const asks = declared?.asks ?? {}
  const titleId = useId()
  const form = useForm({
    resolver: schemaResolver(moveInputSchema(asks, register)),
    defaultValues: defaultsOf(asks, record),
  })
  const [refusal, setRefusal] = useState<unknown>(null)
  const files = useMoveFiles(area, records)
  const { isSubmitting, isDirty } = form.formState
  const isChanged = isDirty || files.chosen.length > 0
  const close = keepingEntries(() => isChanged, onClose)
  useAsksBeforeUnload(isChanged)
  // While the move is being made, the refreshed record no longer allows it.
  const reason = isSubmitting ? null : (blocked ?? null)
  const makeMove = async (inputs: FieldValues, event?: BaseSyntheticEvent) => {
    setRefusal(null)
    try {
      await files.send()
      await onAgree(inputs)
      onClose()
    } catch (error) {
      setRefusal(error)
      const messages = error instanceof HttpError ? fieldMessages(error.errors) : {}
      for (const [name, message] of Object.entries(messages)) if (name in asks) form.setError(name, { message })
      showFault(event)
    }
  }
  const otherErrors = refusal instanceof HttpError ? without(fieldMessages(refusal.errors), asks) : {}
  return (
    <Dialog open onClose={isSubmitting ? undefined : close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <FormProvider {...form}>
        <form
          ref={focusFirst}
          data-follows
          noValidate
          onSubmit={form.handleSubmit(makeMove, (_faults, event) => showFault(event))}
        >
          <DialogTitle id={titleId}>{moveText(area, move)}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <DialogContentText sx={{ fontSize: 14 }}>
                {[subject, moveText(area, move, 'help')].filter(Boolean).join(t('kit.colon'))}
              </DialogContentText>
              {warnings.length > 0 && (
                <Alert severity="warning" variant="outlined">
                  {warnings.map((text) => (
                    <div key={text}>{text}</div>
                  ))}
                </Alert>
              )}
              {reason === null ? (
                <Problems error={refusal} lines={errorLines(area, register, otherErrors)} />
              ) : (
                <Alert severity="warning">{[t('kit.moves.no_longer'), reason].filter(Boolean).join(' ')}</Alert>
              )}
              {Object.entries(asks).map(([name, field]) => (
                <FieldInput
                  key={name}
                  area={area}
                  name={name}
                  field={field}
                  path={name}
                  label={moveInputLabel(area, name)}
                />
              ))}
              {records.length > 0 &&
                declared?.files?.map((kind) => (
                  <MoveFiles
                    key={kind}
                    area={area}
                    kind={kind}
                    count={records.length}
                    files={files.chosen.filter((file) => file.kind === kind)}
                    onChange={(chosen) => files.set(kind, chosen)}
                    disabled={isSubmitting}
                  />
                ))}
              {children}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={onClose} disabled={isSubmitting}>
              {t(reason === null ? 'kit.cancel' : 'kit.close')}
            </Button>
            <Button
              type="submit"
              variant="contained"
              color={declared?.danger ? 'error' : 'primary'}
              disabled={isSubmitting || reason !== null || files.hasProblem}
              autoFocus={Object.keys(asks).length === 0}
            >
              {isSubmitting ? t('kit.working') : moveText(area, move)}
            </Button>
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

interface Props {
  area: Area
  move: string
  /** What is moved: the title of a record, or the number of records. */
  subject: string
  /** The record, if there is only one, for initial values. */
  record?: Readonly<Record<string, unknown>>
  /** Ids of all records; the move's files are attached to each. */
  records?: readonly number[]
  /** Warnings to confirm. */
  warnings?: readonly string[]
  /** Why the move is no longer possible, as the record has changed while the dialog is open; empty if unknown. */
  blocked?: string | null
  onAgree: (inputs: FieldValues) => Promise<unknown>
  onClose: () => void
  children?: ReactNode
}

/** Focuses the first input; not on touch screens, where the keyboard would cover the dialog's text. */
const focusFirst = (form: HTMLFormElement | null) => {
  if (hasMouse()) form?.querySelector<HTMLElement>('input, select, textarea:not([aria-hidden])')?.focus()
}

const defaultsOf = (asks: Record<string, Field>, record: Props['record']) =>
  Object.fromEntries(
    Object.entries(asks).map(([name, { options }]) => {
      const initialValue = record?.[options.starts ?? ''] ?? options.default ?? null
      const isInFuture = options.happened === true && (initialValue === null || String(initialValue) > today())
      const isPast = options.ahead === true && initialValue !== null && String(initialValue) < today()
      return [name, isInFuture ? today() : isPast ? null : initialValue]
    }),
  )

const without = (messages: Record<string, string>, asks: object) =>
  Object.fromEntries(Object.entries(messages).filter(([name]) => !(name in asks)))
