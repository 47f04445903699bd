/** What somebody did about a supplier's standing, so many days ago. */
export interface DemoStep {
  by: string
  days: number
  move: 'propose_standing' | 'confirm_standing' | 'refuse_standing' | 'set_standing'
  asked: Record<string, string>
}

interface Story {
  code: string
  /** The standing that it had at first, where that was another. */
  from?: 'new' | 'approved'
  steps: readonly DemoStep[]
}

/** Two suppliers on watch, one blocked, one proposal refused, and two that wait for the administrator. */
export const demoStandings: readonly Story[] = [
  {
    code: 'KDN',
    from: 'approved',
    steps: [
      propose('office@demo.test', 75, 'watch', 'Three late deliveries in a row.'),
      {
        by: 'admin@demo.test',
        days: 73,
        move: 'confirm_standing',
        asked: { comment: 'Weekly call until two are on time.' },
      },
    ],
  },
  {
    code: 'ASG',
    from: 'approved',
    steps: [
      propose('office2@demo.test', 48, 'watch', 'Two final inspections failed for seam puckering.'),
      {
        by: 'admin@demo.test',
        days: 47,
        move: 'confirm_standing',
        asked: { comment: 'Inline inspection on every order.' },
      },
    ],
  },
  {
    code: 'DTL',
    from: 'approved',
    steps: [
      {
        by: 'admin@demo.test',
        days: 160,
        move: 'set_standing',
        asked: { standing: 'blocked', reason: 'Subcontracted without leave; found on a visit.' },
      },
    ],
  },
  {
    code: 'BYT',
    steps: [
      propose('office2@demo.test', 96, 'watch', 'Prices twelve per cent over target on the last three orders.'),
      {
        by: 'admin@demo.test',
        days: 95,
        move: 'refuse_standing',
        asked: { reason: 'Short lead times cost more; that was agreed.' },
      },
    ],
  },
  {
    code: 'DMO',
    steps: [propose('office@demo.test', 3, 'approved', 'Audit report is in, first trial order as agreed.')],
  },
  { code: 'SWB', steps: [propose('office3@demo.test', 1, 'watch', '连续两批样品迟交，且未提前通知。')] },
]

/** The standing that a supplier of the stories was taken on with. */
export const takenOnAs = (code: string) => demoStandings.find((story) => story.code === code)?.from

function propose(by: string, days: number, standing: string, reason: string): DemoStep {
  return { by, days, move: 'propose_standing', asked: { standing, reason } }
}
