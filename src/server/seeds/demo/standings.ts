/** A change of a supplier's standing, `days` days ago. */
export interface DemoStep {
  by: string
  days: number
  move: 'propose_standing' | 'confirm_standing' | 'refuse_standing' | 'set_standing'
  inputs: Record<string, string>
}

interface Story {
  code: string
  /** The supplier's initial standing, if it is not the one in its record. */
  from?: 'new' | 'approved'
  steps: readonly DemoStep[]
}

const step = (by: string, days: number, move: DemoStep['move'], inputs: DemoStep['inputs']): DemoStep => ({
  by: `${by}@demo.test`,
  days,
  move,
  inputs,
})
const propose = (by: string, days: number, standing: string, reason: string) =>
  step(by, days, 'propose_standing', { standing, reason })
const confirm = (days: number, comment: string) => step('admin', days, 'confirm_standing', { comment })

/** The standings' histories: two suppliers on watch, one blocked, one proposal refused, two waiting for an administrator. */
export const demoStandings: readonly Story[] = [
  {
    code: 'KDN',
    from: 'approved',
    steps: [
      propose('office', 75, 'watch', 'Three late deliveries in a row.'),
      confirm(73, 'Weekly call until two are on time.'),
    ],
  },
  {
    code: 'ASG',
    from: 'approved',
    steps: [
      propose('office2', 48, 'watch', 'Two final inspections failed for seam puckering.'),
      confirm(47, 'Inline inspection on every order.'),
    ],
  },
  {
    code: 'DTL',
    from: 'approved',
    steps: [
      step('admin', 160, 'set_standing', {
        standing: 'blocked',
        reason: 'Subcontracted without leave; found on a visit.',
      }),
    ],
  },
  {
    code: 'BYT',
    steps: [
      propose('office2', 96, 'watch', 'Prices twelve per cent over target on the last three orders.'),
      step('admin', 95, 'refuse_standing', { reason: 'Short lead times cost more; that was agreed.' }),
    ],
  },
  { code: 'DMO', steps: [propose('office', 3, 'approved', 'Audit report is in, first trial order as agreed.')] },
  { code: 'SWB', steps: [propose('office3', 1, 'watch', '连续两批样品迟交，且未提前通知。')] },
]

/** The initial standing of a supplier whose standing changes; undefined for others. */
export const initialStanding = (code: string) => demoStandings.find((story) => story.code === code)?.from
