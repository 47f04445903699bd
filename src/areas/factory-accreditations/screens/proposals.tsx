import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { failsBy, gradeForScore, proposedValidTo } from '#shared/trade/accreditation.ts'
import { fieldLabel, format } from '#web/i18n.ts'
import { factoryAccreditations as area } from '../area'
import { type Program, useProgram } from './data'
import { screenText } from './texts'

/**
 * Grade and validity as the programme suggests them. Empty fields and fields with an earlier suggestion are updated
 * automatically; entered values stay, with the suggestion next to them.
 */
export function Proposals({ isNew }: { isNew: boolean }) {
  const { getValues, setValue } = useFormContext()
  const [programId, score, grade, auditDate, from] = useWatch({
    name: ['standard_program_id', 'score', 'grade_id', 'audit_date', 'valid_from'],
  }) as unknown[]
  const validTo = useWatch({ name: 'valid_to' }) as unknown
  const program = useProgram(programId)
  const proposed = program ? proposalsOf(program, { score, grade, auditDate, from }) : null
  const earlier = useRef<Proposed | null>(null)

  useEffect(() => {
    if (!proposed) return
    const last = earlier.current
    // An existing audit keeps its values until the user changes an input of the suggestions.
    if (last || isNew)
      for (const name of names) {
        const value = getValues(name) ?? null
        const follows = isEmpty(value) || (last !== null && value === last[name])
        if (follows && proposed[name] !== value && !(isEmpty(value) && proposed[name] === null))
          setValue(name, proposed[name], { shouldDirty: true, shouldValidate: true })
      }
    earlier.current = proposed
  })

  if (!program || !proposed) return null
  const offers = names.flatMap((name) => {
    const value = { grade_id: grade, valid_from: from, valid_to: validTo }[name] ?? null
    return proposed[name] !== null && proposed[name] !== value ? [{ name, value: proposed[name] }] : []
  })
  return (
    <Box role="status" sx={{ display: 'grid', gap: 1, fontSize: 13 }}>
      <Box sx={{ color: 'text.secondary', maxWidth: '72ch' }}>{needsOf(program)}</Box>
      {failsBy(gradeIn(program, grade)) && <Box>{screenText('proposals.fails')}</Box>}
      {offers.map(({ name, value }) => (
        <Box key={name} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
          <span>
            {screenText(`proposals.${name}`, {
              value: typeof value === 'string' ? format.date(value) : gradeIn(program, value)?.code,
            })}
          </span>
          <Button
            size="small"
            variant="outlined"
            sx={{ minHeight: { xs: 44, sm: 30 } }}
            aria-label={screenText('apply_to', { field: fieldLabel(area, name) })}
            onClick={() => setValue(name, value, { shouldDirty: true, shouldValidate: true })}
          >
            {screenText('apply')}
          </Button>
        </Box>
      ))}
    </Box>
  )
}

const names = ['grade_id', 'valid_from', 'valid_to'] as const
type Proposed = Record<(typeof names)[number], string | number | null>

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

const gradeIn = ({ grades }: Program, id: unknown) => grades.find((grade) => grade.id === id)

interface Entered {
  score: unknown
  grade: unknown
  auditDate: unknown
  from: unknown
}

const proposalsOf = (program: Program, { score, grade, auditDate, from }: Entered): Proposed => {
  const byScore = isEmpty(score) ? null : gradeForScore(program.grades, Number(score))
  const chosen = gradeIn(program, grade) ?? byScore
  const day = typeof auditDate === 'string' && auditDate.length === 10 ? auditDate : null
  const first = typeof from === 'string' && from.length === 10 ? from : day
  const validTo = proposedValidTo(first, chosen, program)
  return { grade_id: byScore?.id ?? null, valid_from: validTo ? day : null, valid_to: validTo }
}

/** What the programme requires before an audit is submitted. */
const needsOf = ({ scheme, requires_cap }: Program): string =>
  [screenText(`needs.${scheme}`), ...(requires_cap ? [screenText('needs.cap')] : [])].join(' ')
