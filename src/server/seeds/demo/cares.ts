import { addDays } from '#shared/base/dates.ts'
import type { FabricLine } from './compositions'
import { createRandom } from './random'

/** A version of a care instruction that demo lines use. */
interface DemoInstruction {
  id: number
  code: string
  version_no: number
  title_en: string
  title_zh: string
}

/**
 * Allocates care instructions that fit the fabric to the lines of the demo orders. Those of finished orders are approved,
 * some with a version that has been superseded since; the others are at every step. Some lines have none.
 */
export const makeCares = (
  lines: readonly FabricLine[],
  { active, superseded }: { active: readonly DemoInstruction[]; superseded: readonly DemoInstruction[] },
  day: string,
) => {
  const random = createRandom(9_127)
  return lines.flatMap((line) => {
    const chance = random.next()
    const isOver = line.order_status === 'closed' || line.order_status === 'completed'
    const wanted = active.find(({ code }) => code === codeFor(line.fabric_desc)) ?? active[0]
    if (!wanted || (!isOver && chance < 0.2)) return []
    const status = isOver ? 'approved' : statusAt(chance, line.ex_factory_date, day)
    const earlier = superseded.find(({ code }) => code === wanted.code)
    if (status !== 'outdated') return careOf(line, wanted, status, day)
    return earlier ? careOf(line, earlier, status, day) : careOf(line, wanted, 'approved', day)
  })
}

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
        'waived',
        'outdated',
      ] as const)
    : ([
        'allocated',
        'allocated',
        'acknowledged',
        'submitted',
        'approved',
        'approved',
        'rejected',
        'outdated',
        'cancelled',
      ] as const)
  return steps[Math.floor(((chance - 0.2) / 0.8) * steps.length)] ?? 'approved'
}

const answeredStates = new Set(['acknowledged', 'submitted', 'approved', 'rejected', 'outdated'])
const decidedStates = new Set(['approved', 'rejected', 'outdated', 'waived'])

const careOf = (line: FabricLine, instruction: DemoInstruction, status: string, day: string) => {
  const end = line.ex_factory_date
  const requested = end && addDays(end, -72) < day ? addDays(end, -72) : addDays(day, -10)
  const answered = addDays(requested, 5) < day ? addDays(requested, 5) : day
  return {
    allocation_title: `${line.line_title} · ${instruction.title_en}`,
    allocation_title_zh: `${line.line_title} · ${instruction.title_zh}`,
    po_line_id: line.id,
    purchase_order_id: line.purchase_order_id,
    supplier_id: line.supplier_id,
    care_instruction_id: instruction.id,
    label_languages: ['en', 'zh'],
    status,
    round: status === 'rejected' ? 2 : 1,
    due_date: addDays(requested, 12),
    requested_by: line.office_id,
    requested_at: `${requested}T09:40:00.000Z`,
    ...(answeredStates.has(status) ? { responded_by: line.agent_id, responded_at: `${answered}T03:25:00.000Z` } : {}),
    ...(decidedStates.has(status) ? { verified_by: line.office_id, verified_at: `${answered}T14:05:00.000Z` } : {}),
    ...(status === 'rejected' ? { decision_comment: 'The symbols are smaller than 5 mm; print them larger.' } : {}),
    ...(status === 'waived' ? { waiver_reason: 'The label of the earlier delivery is used up first.' } : {}),
  }
}

/** The code of the care instruction for a fabric, by the fibre that needs the most care. */
const codeFor = (fabric: string | null): string => {
  const text = fabric ?? ''
  return careCodes.find(([word]) => text.includes(word))?.[1] ?? 'CI-0001'
}

const careCodes: readonly (readonly [word: string, code: string])[] = [
  ['merino', 'CI-0002'],
  ['lambswool', 'CI-0002'],
  ['cashmere', 'CI-0002'],
  [' oz', 'CI-0004'],
  ['silk', 'CI-0006'],
  ['wadding', 'CI-0005'],
  ['linen', 'CI-0007'],
  ['acrylic', 'CI-0011'],
  ['wool', 'CI-0010'],
  ['viscose', 'CI-0003'],
]
