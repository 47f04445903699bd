import { addDays } from '#shared/base/dates.ts'
import type { CompositionRow } from '#shared/trade/composition.ts'
import type { DemoLine } from './allocations'
import { createRandom } from './random'

/** A line with its article's fabric, in the catalogue's words (`95% cotton 5% elastane rib`). */
export interface FabricLine extends DemoLine {
  fabric_desc: string | null
  garment_type: string | null
}

/**
 * The compositions of the lines of the demo orders. Those of finished orders are verified; the others are at every step,
 * and one in fourteen was rejected by the laboratory. Some lines have none.
 */
export const makeCompositions = (lines: readonly FabricLine[], fibreIds: ReadonlyMap<string, number>, day: string) => {
  const random = createRandom(7_411)
  return lines.flatMap((line) => {
    const chance = random.next()
    const declared = fabricRows(line.fabric_desc, fibreIds)
    const isOver = line.order_status === 'closed' || line.order_status === 'completed'
    if (declared.length === 0 || (!isOver && chance < 0.18)) return []
    const status = isOver ? 'approved' : statusAt(chance, line.ex_factory_date, day)
    return compositionOf(line, declared, status, day)
  })
}

/** The status of a line's composition: most are approved on lines that leave soon; later lines are at every step. */
const statusAt = (chance: number, exFactory: string | null, day: string): string => {
  const isSoon = exFactory !== null && exFactory < addDays(day, 40)
  const steps = isSoon
    ? ([
        'approved',
        'approved',
        'approved',
        'approved',
        'approved',
        'submitted',
        'rejected',
        'outdated',
        'waived',
      ] as const)
    : ([
        'allocated',
        'acknowledged',
        'submitted',
        'submitted',
        'approved',
        'approved',
        'rejected',
        'cancelled',
      ] as const)
  return steps[Math.floor(((chance - 0.18) / 0.82) * steps.length)] ?? 'approved'
}

const stepped = new Set(['submitted', 'approved', 'rejected', 'outdated'])
const decided = new Set(['approved', 'rejected', 'outdated', 'waived'])

const compositionOf = (line: FabricLine, declared: readonly CompositionRow[], status: string, day: string) => {
  const end = line.ex_factory_date
  const requested = end && addDays(end, -75) < day ? addDays(end, -75) : addDays(day, -12)
  const answered = addDays(requested, 6) < day ? addDays(requested, 6) : day
  const claims = declared.filter(({ organic, recycled }) => organic || recycled)
  const isDeclared = stepped.has(status)
  const tested = isDeclared && declared.length > 1 ? testedRows(declared, status === 'rejected' ? 4 : 1) : []
  const isBeyond = status === 'rejected' && tested.length > 0
  return {
    allocation_title: line.line_title,
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    status,
    declared,
    tested,
    label: status === 'approved' ? declared : [],
    ...(isDeclared && claims.length > 0
      ? {
          claim_standards: [
            ...(claims.some(({ organic }) => organic) ? ['GOTS'] : []),
            ...(claims.some(({ recycled }) => recycled) ? ['GRS'] : []),
          ],
          scope_certificate_no: `CU-${800_000 + line.supplier_id * 17}`,
          scope_valid_until: addDays(end ?? day, 200),
          transaction_certificate_no: `TC-${line.id + 40_000}`,
        }
      : {}),
    ...(tested.length > 0
      ? { laboratory: 'Intertek Shenzhen', test_report_no: `SZH-${line.id + 210_000}`, tested_on: answered }
      : {}),
    due_date: addDays(requested, 10),
    requested_by: line.office_id,
    requested_at: `${requested}T09:20:00.000Z`,
    ...(isDeclared ? { responded_by: line.agent_id, responded_at: `${answered}T04:10:00.000Z` } : {}),
    ...(decided.has(status) ? { verified_by: line.office_id, verified_at: `${answered}T15:40:00.000Z` } : {}),
    ...(isBeyond ? { rejection_code: 'FIBRE_TOLERANCE' } : {}),
    ...(status === 'rejected'
      ? { decision_comment: isBeyond ? differences(declared, tested) : 'The test report is of another fabric quality.' }
      : {}),
    ...(status === 'waived'
      ? { waiver_reason: 'Re-order of the same bulk fabric lot, tested with the first order.' }
      : {}),
  }
}

/** The composition that a laboratory measured: the first fibre has `points` per cent less than declared, the second more. */
const testedRows = (declared: readonly CompositionRow[], points: number): CompositionRow[] =>
  declared.map((row, index) => ({
    ...row,
    pct: String(Number(row.pct) + (index === 0 ? -points : index === 1 ? points : 0)),
  }))

const differences = (declared: readonly CompositionRow[], tested: readonly CompositionRow[]) =>
  declared
    .flatMap(({ pct }, index) => (pct === tested[index]?.pct ? [] : [`${pct}% → ${tested[index]?.pct}%`]))
    .join('; ')

/** The composition that a fabric's description states; empty if a part of it is not a fibre of the library. */
export const fabricRows = (fabric: string | null, fibreIds: ReadonlyMap<string, number>): CompositionRow[] => {
  const shares = [...(fabric ?? '').matchAll(/(\d+)% (recycled |organic )?(\w+)/g)]
  const rows = shares.flatMap(([, pct = '', qualifier, name = '']): CompositionRow[] => {
    const fibre_id = fibreIds.get(fibreCodes[name] ?? '')
    return fibre_id === undefined
      ? []
      : [
          {
            component: 'shell',
            fibre_id,
            pct,
            recycled: qualifier === 'recycled ',
            organic: qualifier === 'organic ',
          },
        ]
  })
  return rows.length === shares.length ? rows : []
}

/** The codes of the fibre library for the catalogue's words. */
const fibreCodes: Readonly<Record<string, string>> = {
  cotton: 'CO',
  elastane: 'EL',
  viscose: 'CV',
  acrylic: 'PAN',
  merino: 'WO',
  wool: 'WO',
  lambswool: 'WO',
  nylon: 'PA',
  polyester: 'PES',
  mulberry: 'SE',
  silk: 'SE',
  linen: 'LI',
  modal: 'CMD',
  lyocell: 'CLY',
  cashmere: 'WS',
  alpaca: 'WP',
  mohair: 'WM',
}
