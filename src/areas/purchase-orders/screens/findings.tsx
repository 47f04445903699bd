import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import type { AnyRecord } from '#shared/kit/area.ts'
import type { Problem } from '#shared/kit/rules.ts'
import { fieldLabel, renderText, t } from '#web/i18n.ts'
import { ruleContext } from '#web/kit/form/rule-context.ts'
import { areaOf } from '#web/kit/page/area-of.ts'
import { ToneChip } from '#web/kit/page/status-chip.tsx'
import type { MoveOffer } from '#web/kit/record/record-actions.ts'
import { can } from '#web/providers/permission.ts'
import { purchaseOrders } from '../area'
import { factWarnings, type Order, type OrderFacts, rules } from '../rules'
import { isSupplierSide } from './facts'
import type { OpenOrder } from './open-order'
import { useOrderFacts } from './order-facts'
import { answerRefusal } from './order-steps'
import { screenText } from './texts'

/** Missing values for the approval of a draft, and warnings. */
export interface Findings {
  needs: Problem[]
  warnings: Problem[]
}

/** Evaluates the order's rules in advance, for the office; suppliers need none of them. */
export const findingsOf = (order: OpenOrder): Findings => {
  if (isSupplierSide()) return { needs: [], warnings: [] }
  const context = ruleContext()
  const isDraft = order.status === 'draft'
  return {
    needs: isDraft && can(purchaseOrders.name, 'move:submit') ? (rules.guards?.submit?.(order, context) ?? []) : [],
    warnings: [
      // After submission they are shown with the lines, as reasons to check.
      ...(isDraft ? factWarnings(order, factsOf(order), context.today) : []),
      ...(order.status in officeStates ? (rules.warn?.(order, context) ?? []) : []),
    ],
  }
}

const factsOf = ({ facts }: OpenOrder): OrderFacts => ({
  standing: facts?.standing,
  seasons: new Map(facts?.seasons.map((season) => [season.id, season])),
})

/** States in which a warning can still be acted on. */
const officeStates = { draft: true, pending_approval: true, approved: true }

/** Findings about the order as a whole; findings about a line are shown with the line. */
export function FindingsList({ order, findings }: { order: OpenOrder; findings: Findings }) {
  const needs = headerOf(findings.needs)
  const missing = needs.filter(({ text }) => text.key === missingKey)
  const others = needs.filter(({ text }) => text.key !== missingKey)
  const lines = new Set([...findings.needs].flatMap(({ field }) => lineOf(field)))
  const refused = findings.needs.length === 0 ? (refusalOf(order) ?? answerRefusal(order)) : null
  const rows: ReactNode[] = [
    missing.length > 0 && screenText('findings.missing', { fields: labels(missing) }),
    ...others.map((other) => sentence(other)),
    lines.size > 0 && screenText('findings.lines', { count: lines.size }),
    refused,
  ].filter(Boolean)
  const warnings = headerOf(findings.warnings).map((warning) => sentence(warning))
  if (rows.length + warnings.length === 0) return null
  return (
    <Box
      component="section"
      aria-label={screenText('findings.title')}
      sx={{ bgcolor: 'background.paper', borderRadius: 1, px: { xs: 1.5, md: 2.5 }, py: 1.5, fontSize: 13 }}
    >
      {rows.length > 0 && order.status === 'draft' && (
        <Box sx={{ fontWeight: 600, mb: 0.5 }}>{screenText('findings.before_submit')}</Box>
      )}
      <WarningList rows={[...rows, ...warnings]} />
    </Box>
  )
}

/** The approval warnings next to the form, updated while it is edited. */
export function FormWarnings({ isDraft }: { isDraft: boolean }) {
  const values = useWatch() as unknown as Order
  const facts = useOrderFacts(values, isDraft)
  if (isSupplierSide()) return null
  const context = ruleContext()
  const order = { ...values, lines: values.lines ?? [] }
  const warnings = [
    ...(isDraft ? factWarnings(order, facts, context.today) : []),
    ...(rules.warn?.(order as unknown as AnyRecord, context) ?? []),
  ]
  return (
    <Box role="status" aria-label={screenText('findings.worth_a_look')} sx={{ '&:empty': { display: 'none' } }}>
      {warnings.length > 0 && (
        <Box sx={{ bgcolor: 'background.paper', borderRadius: 1, px: { xs: 1.5, md: 2.5 }, py: 1.5, fontSize: 13 }}>
          <WarningList rows={warnings.map((warning) => placed(warning, order))} />
        </Box>
      )}
    </Box>
  )
}

function WarningList({ rows }: { rows: readonly ReactNode[] }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 0.5 }}>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is drawn as a whole
        <Box component="li" key={index} sx={{ display: 'flex', gap: 1 }}>
          <WarningAmberRounded
            aria-hidden
            sx={({ palette }) => ({ fontSize: 18, mt: '1px', color: palette.tones.warning.text })}
          />
          <span>{row}</span>
        </Box>
      ))}
    </Box>
  )
}

/** Findings of one line, by its index in the order: texts that name their field. */
export const lineFindings = ({ needs, warnings }: Findings, index: number): string[] => {
  const ofLine = (problems: readonly Problem[]) => problems.filter(({ field }) => lineOf(field)[0] === index)
  const missing = ofLine(needs).filter(({ text }) => text.key === missingKey)
  return [
    ...(missing.length > 0 ? [screenText('findings.missing', { fields: labels(missing) })] : []),
    ...[...ofLine(needs).filter(({ text }) => text.key !== missingKey), ...ofLine(warnings)].map(sentence),
  ]
}

/** A line's findings as a quiet row of chips. */
export function FindingChips({ texts }: { texts: readonly string[] }) {
  return texts.map((text) => (
    <ToneChip key={text} tone="warning">
      {text}
    </ToneChip>
  ))
}

const missingKey = 'problems.needed'

const lineOf = (field = ''): number[] => {
  const index = /^lines\.(\d+)\./.exec(field)?.[1]
  return index === undefined ? [] : [Number(index)]
}

const headerOf = (problems: readonly Problem[]) => problems.filter(({ field }) => lineOf(field).length === 0)

/** The server's refusal of the move, when no rule of the browser explains it. */
const refusalOf = ({ status, moves = [] }: OpenOrder): string | null => {
  const submit = moves.find(({ name }: MoveOffer) => name === 'submit')
  return status === 'draft' && submit && !submit.allowed ? submit.reason : null
}

const labelOf = (field = ''): string => {
  const inner = field.replace(/^lines\.\d+\./, '')
  const area = inner === field ? purchaseOrders : areaOf(purchaseOrders, 'lines')
  return fieldLabel(area, inner.split('.')[0] ?? '')
}

const labels = (problems: readonly Problem[]) => problems.map(({ field }) => labelOf(field)).join(t('kit.comma'))

/** A warning with the number of its line in the form. */
const placed = (finding: Problem, { lines }: Pick<Order, 'lines'>): string => {
  const [index] = lineOf(finding.field)
  if (index === undefined) return sentence(finding)
  return [screenText('form.line', { number: lines[index]?.line_no ?? (index + 1) * 10 }), sentence(finding)].join(
    t('kit.comma'),
  )
}

const sentence = ({ field, text }: Problem): string =>
  field ? t('kit.form.error_line', { place: labelOf(field), message: renderText(text) }) : renderText(text)
