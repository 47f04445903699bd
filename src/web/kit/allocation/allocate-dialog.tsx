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

/** Asks what is allocated to the lines, says beforehand what stands against it on each, and does it. */
export function AllocateDialog({ area, target, type, count, replaces = false, onClose }: Props) {
  const plan = planOf(area) as AllocationPlan
  const titleId = useId()
  const refresh = useRefresh()
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  const candidates = useCandidates(area, target, type)
  const isNoneThere = candidates?.ids?.length === 0
  const terms = termsOf(area, plan, count, isProposal, candidates?.ids ?? null)
  const form = useForm<FieldValues>({ defaultValues: { ...defaultsOf(area, terms), replace: replaces } })
  const { replace, ...values } = useWatch({ control: form.control }) as FieldValues
  const isChosen = !plan.library || typeof values[plan.library.by] === 'number'
  const body = { ...target, values: enteredValues(values), replace: Boolean(replace) }
  const { trial, error: trialError } = useTrial(area, isChosen ? body : null)
  const [done, setDone] = useState<LineResult[] | null>(null)
  const [error, setError] = useState<unknown>(null)
  const key = useRef(freshKey())
  const fitting = trial?.filter(({ ok }) => ok).length ?? 0
  const isBlocked = trial?.some(({ errors }) => errors?.[plan.library?.by ?? 'po_line_id']) ?? false
  const { isSubmitting, isDirty } = form.formState
  const close = keepingEntries(() => isDirty && !done, onClose)
  const agree = async () => {
    setError(null)
    try {
      const answer = await allocate(area, body, { idempotencyKey: key.current })
      key.current = freshKey()
      await refresh()
      const made = answer.results.filter(({ ok }) => ok).length
      if (made === answer.results.length) {
        notify({ tone: 'success', text: t('editing.allocation.made', { count: made }) })
        onClose()
      } else setDone(answer.results)
    } catch (failure) {
      setError(failure)
    }
  }
  return (
    <Dialog open onClose={isSubmitting ? undefined : close} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.handleSubmit(agree)}>
          <DialogTitle id={titleId}>{allocateLabel(area)}</DialogTitle>
          <DialogContent>
            <Stack spacing={2}>
              <DialogContentText sx={{ fontSize: 14 }}>{allocateHelp(plan, count)}</DialogContentText>
              <Problems error={error ?? trialError} lines={[]} />
              {isNoneThere && plan.library && (
                <NoneFits area={area} plan={plan} library={plan.library} suppliers={candidates.suppliers} />
              )}
              {!done && candidates && !isNoneThere && (
                <Box
                  ref={focusFirst}
                  sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: 'repeat(2, minmax(0, 1fr))' } }}
                >
                  {terms
                    .filter(([name]) => name !== 'override_reason' || isBlocked || Boolean(values[name]))
                    .map(([name, field]) => (
                      <Fragment key={name}>
                        <Box
                          sx={{ minWidth: 0, ...(name === plan.library?.by || field.kind === 'long_text' ? wide : {}) }}
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
                        {/* Beside what was chosen, not below what comes after it. */}
                        {name === plan.library?.by && (
                          <Box aria-live="polite" sx={{ ...wide, '&:empty': { display: 'none' } }}>
                            {trial && <LineResults results={trial} />}
                          </Box>
                        )}
                      </Fragment>
                    ))}
                  {!plan.library && (
                    <Box aria-live="polite" sx={{ ...wide, '&:empty': { display: 'none' } }}>
                      {trial && <LineResults results={trial} />}
                    </Box>
                  )}
                </Box>
              )}
              {!done && candidates && !isNoneThere && (
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
              {done && (
                <div aria-live="polite">
                  <LineResults results={done} done />
                </div>
              )}
            </Stack>
          </DialogContent>
          <DialogActions sx={{ px: 3, pb: 2 }}>
            <Button onClick={onClose} disabled={isSubmitting}>
              {done ? t('kit.close') : t('kit.cancel')}
            </Button>
            {!done && (
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

/** The first field is what is chosen; it comes once it is known what may be, and its input when it is loaded. */
const focusFirst = (fields: HTMLElement | null) => {
  if (fields) focusSoon(() => fields.firstElementChild?.querySelector('input'))
}

/** Says why nothing is offered, and leads to where that can be changed. */
function NoneFits({ area, plan, library, suppliers }: NoneFitsProps) {
  const { path } = register.get(library.area)
  const isProposal = sideOf(plan, session()?.role ?? 'user') === 'proposes'
  const word = (key: string, params?: Record<string, unknown>) =>
    t(`areas.${area.name}.screen.candidates.${key}`, params)
  return (
    <Box role="status" sx={{ fontSize: 14 }}>
      <Box sx={{ mb: 1 }}>{isProposal ? word('none_own') : word('none', { count: suppliers })}</Box>
      <Button
        component={Link}
        variant="outlined"
        size="small"
        to={isProposal ? `${path}/new` : `${path}?status_in=${library.usable.join(',')}`}
      >
        {word(isProposal ? 'propose' : 'link')}
      </Button>
    </Box>
  )
}

interface NoneFitsProps {
  area: Area
  plan: AllocationPlan
  library: AllocatedLibrary
  suppliers: number
}

const wide = { gridColumn: '1 / -1' } as const

interface Props {
  area: Area
  target: AllocationTarget
  /** Offers records of this type alone. */
  type?: string
  /** How many lines are meant. */
  count: number
  /** Whether what stands there now is to be replaced, unless the person says otherwise. */
  replaces?: boolean
  onClose: () => void
}

/** The fields that are asked: the record, why it is taken against a rule, the rest; how many units of it only where one line is meant. */
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
      // Content is entered on the allocation's own page.
      if (
        !field ||
        field.kind === 'rows' ||
        !fieldRights().mayWrite(area, name) ||
        (name === plan.shared?.qty && count !== 1)
      )
        return []
      // The office says by when it wants an answer, not who gives one.
      if (isProposal && name === 'due_date') return []
      if (!plan.library || name !== plan.library.by) return [[name, field]]
      // An administrator may take others, and says why.
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

/** What may be chosen for all of the lines; all that may be used where that could not be learnt, for the trial says the rest. */
const useCandidates = (area: Area, target: AllocationTarget, type?: string): Candidates | null => {
  const { data, isError } = useQuery({
    queryKey: [area.name, 'candidates', target, type],
    queryFn: ({ signal }) => candidatesOf(area, target, { type, signal }),
  })
  return data ?? (isError ? { suppliers: 0, ids: null } : null)
}

/** What would become of each line, asked again a moment after something was changed. */
const useTrial = (area: Area, body: object | null) => {
  const [state, setState] = useState<{ trial: LineResult[] | null; error: unknown }>({ trial: null, error: null })
  const text = body && JSON.stringify({ ...body, trial: true })
  useEffect(() => {
    if (!text) return setState({ trial: null, error: null })
    const over = new AbortController()
    const wait = setTimeout(() => {
      allocate(area, JSON.parse(text), { signal: over.signal })
        .then(({ results }) => setState({ trial: results, error: null }))
        .catch((error: unknown) => {
          if (!over.signal.aborted) setState({ trial: null, error })
        })
    }, 250)
    return () => {
      clearTimeout(wait)
      over.abort()
    }
  }, [area, text])
  return state
}
