import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useId, useRef, useState } from 'react'
import { type FieldValues, FormProvider, useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { register } from '#register'
import type { Area } from '#shared/kit/area.ts'
import type { Field } from '#shared/kit/fields.ts'
import {
  type AllocatedLibrary,
  type AllocationPlan,
  allocationTerms,
  planOf,
  sideOf,
} from '#shared/trade/allocation.ts'
import { focusSoon } from '#web/hooks/focus-soon.ts'
import { useRefresh } from '#web/hooks/use-refresh.ts'
import { fieldHint, fieldLabel, t } from '#web/i18n.ts'
import { FieldInput } from '#web/kit/form/field.tsx'
import { keepingEntries } from '#web/kit/form/keeps-entries.ts'
import { Problems } from '#web/kit/form/problems.tsx'
import { freshKey } from '#web/providers/idempotency-key.ts'
import { fieldRights } from '#web/providers/permission.ts'
import { session } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'
import { allocateAction, allocateHelp, allocateLabel } from './allocate-label'
import { type AllocationTarget, allocate, type Candidates, candidatesOf, type LineResult } from './calls'
import { LineResults } from './line-results'

/** Allocates a record to lines. A trial shows the result for each line beforehand, while the inputs are changed. */
export function AllocateDialog({ area, target, type, count, replaces = false, onClose }: Props) {
  const plan = planOf(area) as AllocationPlan
  const titleId = useId()
  const refresh = useRefresh()
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  const candidates = useCandidates(area, target, type)
  const hasNoCandidates = candidates?.ids?.length === 0
  const terms = termsOf(area, plan, count, isProposal, candidates?.ids ?? null)
  const form = useForm<FieldValues>({ defaultValues: { ...defaultsOf(area, terms), replace: replaces } })
  const { replace, ...values } = useWatch({ control: form.control }) as FieldValues
  const isChosen = !plan.library || typeof values[plan.library.by] === 'number'
  const body = { ...target, values: enteredValues(values), replace: Boolean(replace) }
  const { trial, error: trialError } = useTrial(area, isChosen ? body : null)
  const [finalResults, setFinalResults] = useState<LineResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const key = useRef(freshKey())
  const fitting = trial?.filter(({ ok }) => ok).length ?? 0
  const isBlocked = trial?.some(({ errors }) => errors?.[plan.library?.by ?? 'po_line_id']) ?? false
  const { isSubmitting, isDirty } = form.formState
  const close = keepingEntries(() => isDirty && !finalResults, onClose)
  const submit = async () => {
    setError(null)
    try {
      const response = await allocate(area, body, { idempotencyKey: key.current })
      key.current = freshKey()
      await refresh()
      const allocatedCount = response.results.filter(({ ok }) => ok).length
      if (allocatedCount === response.results.length) {
        notify({ tone: 'success', text: t('editing.allocation.made', { count: allocatedCount }) })
        onClose()
      } else setFinalResults(response.results)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog open onClose={isSubmitting ? undefined : close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(submit)}>
          <DialogTitle id={titleId}>{allocateLabel(area)}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <DialogContentText sx={{ fontSize: 14 }}>{allocateHelp(plan, count)}</DialogContentText>
              <Problems error={error ?? trialError} lines={[]} />
              {hasNoCandidates && plan.library && (
                <NoCandidates area={area} plan={plan} library={plan.library} suppliers={candidates.suppliers} />
              )}
              {!finalResults && candidates && !hasNoCandidates && (
                <TermsFields
                  area={area}
                  plan={plan}
                  terms={terms.filter(([name]) => name !== 'override_reason' || isBlocked || Boolean(values[name]))}
                  trial={trial}
                />
              )}
              {!finalResults && candidates && !hasNoCandidates && (
                <FormControlLabel
                  control={
                    <Checkbox
                      checked={Boolean(replace)}
                      onChange={(_event, checked) => form.setValue('replace', checked)}
                    />
                  }
                  label={t('editing.allocation.replace')}
                />
              )}
              {finalResults && (
                <div aria-live="polite">
                  <LineResults results={finalResults} done />
                </div>
              )}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={onClose} disabled={isSubmitting}>
              {finalResults ? t('kit.close') : t('kit.cancel')}
            </Button>
            {!finalResults && (
              <Button type="submit" variant="contained" disabled={isSubmitting || fitting === 0}>
                {isSubmitting ? t('kit.working') : allocateAction(plan, fitting || count)}
              </Button>
            )}
          </DialogActions>
        </form>
      </FormProvider>
    </Dialog>
  )
}

/** The inputs of the dialog, with the results of the trial below the record. */
function TermsFields({ area, plan, terms, trial }: TermsFieldsProps) {
  return (
    <Box ref={focusFirst} sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}>
      {terms.map(([name, field]) => (
        <Fragment key={name}>
          <Box
            sx={{
              minWidth: 0,
              ...(name === plan.library?.by || field.kind === 'long_text' ? fullWidth : {}),
            }}
          >
            <FieldInput
              area={area}
              name={name}
              field={field}
              path={name}
              label={fieldLabel(area, name)}
              hint={fieldHint(area, name)}
            />
          </Box>
          {/* The results follow the chosen record directly, as they depend on it. */}
          {name === plan.library?.by && (
            <Box aria-live="polite" sx={{ ...fullWidth, '&:empty': { display: 'none' } }}>
              {trial && <LineResults results={trial} />}
            </Box>
          )}
        </Fragment>
      ))}
      {!plan.library && (
        <Box aria-live="polite" sx={{ ...fullWidth, '&:empty': { display: 'none' } }}>
          {trial && <LineResults results={trial} />}
        </Box>
      )}
    </Box>
  )
}

interface TermsFieldsProps {
  area: Area
  plan: AllocationPlan
  terms: readonly [string, Field][]
  trial: readonly LineResult[] | null
}

/** Focuses the first input, which is rendered once the candidates are known and loaded on demand. */
const focusFirst = (fields: HTMLElement | null) => {
  if (fields) focusSoon(() => fields.firstElementChild?.querySelector('input'))
}

/** Explains why there are no candidates, with a link to where that can be changed. */
function NoCandidates({ area, plan, library, suppliers }: NoCandidatesProps) {
  const { path } = register.get(library.area)
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  const candidateText = (key: string, params?: Record<string, unknown>) =>
    t(`areas.${area.name}.screen.candidates.${key}`, params)
  return (
    <Box role="status" sx={{ fontSize: 14 }}>
      <Box sx={{ mb: 1 }}>{isProposal ? candidateText('none_own') : candidateText('none', { count: suppliers })}</Box>
      <Button
        component={Link}
        variant="outlined"
        size="small"
        to={isProposal ? `${path}/new` : `${path}?status_in=${library.usable.join(',')}`}
      >
        {candidateText(isProposal ? 'propose' : 'link')}
      </Button>
    </Box>
  )
}

interface NoCandidatesProps {
  area: Area
  plan: AllocationPlan
  library: AllocatedLibrary
  suppliers: number
}

const fullWidth = { gridColumn: '1 / -1' } as const

interface Props {
  area: Area
  target: AllocationTarget
  /** Limits candidates to this type. */
  type?: string
  /** Number of lines. */
  count: number
  /** Initial state of the option that replaces existing allocations. */
  replaces?: boolean
  onClose: () => void
}

/**
 * The fields of the dialog in order: the record, the reason for an exception from the rules, the others. Units are
 * asked for a single line only.
 */
const termsOf = (
  area: Area,
  plan: AllocationPlan,
  count: number,
  isProposal: boolean,
  ids: readonly number[] | null,
): [string, Field][] =>
  [...new Set([...(plan.library ? [plan.library.by] : []), 'override_reason', ...allocationTerms(area)])].flatMap(
    (name): [string, Field][] => {
      const field = area.fields[name]
      // Rows of content are entered on the allocation's page.
      if (
        !field ||
        field.kind === 'rows' ||
        !fieldRights().mayWrite(area, name) ||
        (name === plan.shared?.qty && count !== 1)
      )
        return []
      // The office sets the due date, not the supplier who answers.
      if (isProposal && name === 'due_date') return []
      if (!plan.library || name !== plan.library.by) return [[name, field]]
      // Administrators may also choose records in other states, with a reason.
      const role = session()?.role
      const states = role === 'admin' ? {} : { states: plan.library.usable }
      const offered = role && ids ? { offered: { [role]: { id: ids } } } : {}
      return [[name, { ...field, options: { ...field.options, ...states, ...offered } }]]
    },
  )

const defaultsOf = (area: Area, terms: readonly [string, Field][]) =>
  Object.fromEntries(terms.map(([name]) => [name, area.fields[name]?.options.default ?? null]))

const enteredValues = (values: FieldValues) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  )

/**
 * The candidates for all lines; null while loading. If the request fails, all usable records are offered, as the trial
 * reports those that do not fit.
 */
const useCandidates = (area: Area, target: AllocationTarget, type?: string): Candidates | null => {
  const { data, isError } = useQuery({
    queryKey: [area.name, 'candidates', target, type],
    queryFn: ({ signal }) => candidatesOf(area, target, { type, signal }),
  })
  return data ?? (isError ? { suppliers: 0, ids: null } : null)
}

/** Sends a trial of the body a moment after each change, and returns its results; no results without a body. */
const useTrial = (area: Area, body: object | null) => {
  const [state, setState] = useState<{ trial: LineResult[] | null; error: unknown }>({ trial: null, error: null })
  const text = body && JSON.stringify({ ...body, trial: true })
  useEffect(() => {
    if (!text) return setState({ trial: null, error: null })
    const controller = new AbortController()
    const timer = setTimeout(() => {
      allocate(area, JSON.parse(text), { signal: controller.signal })
        .then(({ results }) => setState({ trial: results, error: null }))
        .catch((error: unknown) => {
          if (!controller.signal.aborted) setState({ trial: null, error })
        })
    }, 250)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [area, text])
  return state
}
