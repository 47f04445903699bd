import { describe, expect, it } from 'vitest'
import { settled, type Task } from '#areas/tna-tasks/server/calendar.ts'
import { tnaTemplates } from '#server/seeds/tna-templates.ts'
import { addDays } from '#shared/base/dates.ts'
import { isWorkingDay, type WorkingCalendar } from '#shared/base/working-days.ts'
import { type Anchors, criticalPath, dueDate, keptLateDays, lateDays, type Milestone } from '#shared/trade/tna.ts'

const office: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5], holidays: ['2027-01-01'], makeUpDays: [] }
const mill: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5, 6], holidays: ['2027-02-05', '2027-02-06'], makeUpDays: [] }
const everyDay: WorkingCalendar = { weekdays: [1, 2, 3, 4, 5, 6, 7], holidays: [], makeUpDays: [] }
const everybody = { office: everyDay, supplier: everyDay }
const anchors: Anchors = { order: '2026-11-02', ex_factory: '2027-02-08', etd: '2027-02-12', eta: null }

describe('the day a milestone is due', () => {
  const due = (
    anchor: keyof Anchors,
    offset_days: number,
    more: { air?: number; flies?: boolean; of?: WorkingCalendar } = {},
  ) =>
    dueDate({ anchor, offset_days, offset_days_air: more.air ?? null }, anchors, {
      flies: more.flies ?? false,
      calendar: more.of ?? office,
    })

  it.each([
    ['the anchor itself, worked or not', due('ex_factory', 0), '2027-02-08'],
    ['days after the order', due('order', 3), '2026-11-05'],
    ['a Saturday after its anchor goes to Monday', due('order', 5), '2026-11-09'],
    ['that Saturday stays where Saturdays are worked', due('order', 5, { of: mill }), '2026-11-07'],
    ['a weekend before its anchor goes to Friday', due('ex_factory', -2), '2027-02-05'],
    ['a feast before its anchor goes to the last worked day', due('ex_factory', -2, { of: mill }), '2027-02-04'],
    [
      'a feast after its anchor goes to the next',
      dueDate(
        { anchor: 'etd', offset_days: 3, offset_days_air: 1 },
        { ...anchors, etd: '2026-12-29' },
        { calendar: office },
      ),
      '2027-01-04',
    ],
    ['goods that fly have their own term', due('etd', 3, { air: 0, flies: true }), '2027-02-12'],
    ['or the same where nobody says another', due('etd', 3, { flies: true }), '2027-02-15'],
    ['nothing before the order was issued', due('ex_factory', -200), '2026-11-02'],
    [
      'nor on the day of issue where nobody works on it',
      dueDate(
        { anchor: 'ex_factory', offset_days: -200, offset_days_air: null },
        { ...anchors, order: '2026-11-01' },
        { calendar: office },
      ),
      '2026-11-02',
    ],
    ['no day while the anchor is not known', due('eta', 5), null],
  ])('is %s', (_what, actual, expected) => expect(actual).toBe(expected))

  it('is the day itself where nobody works for months', () => {
    const never = { weekdays: [], holidays: [], makeUpDays: [] }
    expect(dueDate({ anchor: 'order', offset_days: 5, offset_days_air: null }, anchors, { calendar: never })).toBe(
      '2026-11-07',
    )
  })
})

describe('lateness', () => {
  const today = '2026-12-10'
  const task = (more: Partial<Milestone>) => ({
    status: 'pending',
    revised_date: '2026-12-08',
    expected_date: null,
    actual_date: null,
    ...more,
  })
  it.each([
    ['days gone by', task({}), 2, null],
    ['what its owner says it takes', task({ expected_date: '2026-12-15' }), 7, 7],
    ['days gone by where the owner’s day passed too', task({ expected_date: '2026-12-09' }), 2, 1],
    ['nought while there is time', task({ revised_date: '2026-12-20' }), 0, null],
    ['nought where the owner is early', task({ revised_date: '2026-12-20', expected_date: '2026-12-18' }), 0, -2],
    ['what it was', task({ status: 'done', actual_date: '2026-12-11' }), 3, 3],
    ['negative for what was early', task({ status: 'done', actual_date: '2026-12-05' }), -3, -3],
    ['nought for what is not needed', task({ status: 'skipped' }), 0, null],
    ['nought without a day', task({ revised_date: null }), 0, null],
  ])('is %s', (_what, milestone, days, kept) =>
    expect([lateDays(milestone, today), keptLateDays(milestone)]).toEqual([days, kept]),
  )
})

describe('the critical path', () => {
  const today = '2026-12-01'
  const milestone = (code: string, revised_date: string, more: Partial<Milestone> = {}): Milestone => ({
    code,
    seq: 1,
    owner: 'supplier',
    status: 'pending',
    filled_by: code === 'ex_factory' ? 'ex_factory' : 'manual',
    anchor: 'ex_factory',
    revised_date,
    expected_date: null,
    actual_date: null,
    duration_days: null,
    after_code: null,
    and_after_code: null,
    ...more,
  })
  /** Material and sample meet at the cutting; eight days to spare before the material, none after the cutting. */
  const line = (more: Record<string, Partial<Milestone>> = {}) => [
    milestone('fabric', '2026-12-02', more.fabric),
    milestone('material', '2026-12-20', { after_code: 'fabric', duration_days: 10, ...more.material }),
    milestone('sample', '2026-12-18', { duration_days: 3, ...more.sample }),
    milestone('cutting', '2026-12-22', {
      after_code: 'material',
      and_after_code: 'sample',
      duration_days: 2,
      ...more.cutting,
    }),
    milestone('ex_factory', '2027-01-10', { after_code: 'cutting', duration_days: 19, ...more.ex_factory }),
    milestone('on_board', '2027-01-14', { after_code: 'ex_factory', anchor: 'etd', ...more.on_board }),
  ]
  const path = (more: Record<string, Partial<Milestone>> = {}, on = today) => {
    const path = criticalPath(line(more), on, everybody)
    return path && [path.forecast, path.slip, path.chain.join(' '), path.holder]
  }

  it.each([
    ['on time, by what is tightest', {}, ['2027-01-10', 0, 'fabric material cutting ex_factory', 'fabric']],
    [
      'unmoved by what has days to spare',
      { fabric: { expected_date: '2026-12-08' } },
      ['2027-01-10', 0, 'fabric material cutting ex_factory', 'fabric'],
    ],
    [
      'moved by what has none left',
      { fabric: { expected_date: '2026-12-14' } },
      ['2027-01-14', 4, 'fabric material cutting ex_factory', 'fabric'],
    ],
    [
      'moved by the later of two',
      { sample: { expected_date: '2026-12-30' } },
      ['2027-01-20', 10, 'sample cutting ex_factory', 'sample'],
    ],
    [
      'not by what is done',
      { fabric: { status: 'done', actual_date: '2026-12-01' }, sample: { status: 'done', actual_date: '2026-11-30' } },
      ['2027-01-10', 0, 'material cutting ex_factory', 'material'],
    ],
    [
      'by what was done late',
      {
        fabric: { status: 'done', actual_date: '2026-12-01' },
        material: { status: 'done', actual_date: '2026-12-25' },
        sample: { status: 'done', actual_date: '2026-12-18' },
      },
      ['2027-01-15', 5, 'cutting ex_factory', 'cutting'],
    ],
    [
      'past what is not needed',
      { material: { status: 'skipped' }, fabric: { expected_date: '2026-12-28' } },
      ['2027-01-18', 8, 'fabric cutting ex_factory', 'fabric'],
    ],
    [
      'by the owner’s word in the middle',
      { cutting: { expected_date: '2026-12-26' } },
      ['2027-01-14', 4, 'fabric material cutting ex_factory', 'cutting'],
    ],
  ] as const)('is %s', (_what, more, expected) => expect(path(more)).toEqual(expected))

  it('moves with today', () => {
    expect(path({}, '2026-12-25')).toEqual(['2027-01-25', 15, 'fabric material cutting ex_factory', 'fabric'])
  })

  it('ends with ex-factory, and is nothing once that is done', () => {
    expect(path({ ex_factory: { status: 'done', actual_date: '2026-11-30' } })).toBeNull()
    expect(criticalPath([], today, everybody)).toBeNull()
  })

  it('ends with the last milestone of the factory where none is ex-factory', () => {
    expect(criticalPath(line({ ex_factory: { filled_by: 'manual' } }), today, everybody)?.target).toBe('ex_factory')
  })

  it('comes out of a circle', () => {
    const path = criticalPath(line({ fabric: { after_code: 'cutting' } }), today, everybody)
    expect(path?.target).toBe('ex_factory')
  })
})

describe('the critical path in working days', () => {
  const festival: WorkingCalendar = {
    weekdays: [1, 2, 3, 4, 5],
    holidays: ['2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11', '2027-02-12'],
    makeUpDays: ['2027-01-31'],
  }
  const milestone = (
    code: string,
    owner: 'office' | 'supplier',
    revised_date: string,
    more: Partial<Milestone> = {},
  ) => ({
    code,
    owner,
    seq: 1,
    status: 'pending',
    filled_by: code === 'ex_factory' ? 'ex_factory' : 'manual',
    anchor: 'ex_factory',
    revised_date,
    expected_date: null,
    actual_date: null,
    duration_days: null,
    after_code: null,
    and_after_code: null,
    ...more,
  })
  const line = (sewn: string) => [
    milestone('sewing', 'supplier', '2027-01-29', { status: 'done', actual_date: sewn }),
    milestone('packing', 'supplier', '2027-02-04', { after_code: 'sewing', duration_days: 5 }),
    milestone('inspection', 'office', '2027-02-05', { after_code: 'packing', duration_days: 1 }),
    milestone('ex_factory', 'supplier', '2027-02-15', { after_code: 'inspection', duration_days: 1 }),
  ]
  const path = (sewn: string, today: string) =>
    criticalPath(line(sewn), today, { office: { ...everyDay, weekdays: [1, 2, 3, 4, 5] }, supplier: festival })

  it('counts neither Spring Festival nor weekends, but the day worked for them', () => {
    // Sunday 31 January is worked: 31, 1, 2, 3, 4 February; with a day more the festival lies between.
    expect(path('2027-01-30', '2027-01-30')?.forecast).toBe('2027-02-15')
    expect(path('2027-02-01', '2027-02-01')?.forecast).toBe('2027-02-18')
  })

  it('does nothing on a day off, even what should be done by now', () => {
    const overdue = [milestone('ex_factory', 'supplier', '2027-02-04')]
    expect(criticalPath(overdue, '2027-02-06', { office: everyDay, supplier: festival })?.forecast).toBe('2027-02-15')
  })
})

describe('the milestones of a new database', () => {
  const [template] = tnaTemplates
  const items = template?.items ?? []

  it('are thirty-three, each waiting only for those before it', () => {
    expect(items).toHaveLength(33)
    const seen = new Set<string>()
    for (const { code, after_code, and_after_code } of items) {
      expect([after_code, and_after_code].filter((before) => before && !seen.has(before))).toEqual([])
      seen.add(code)
    }
  })

  it('fit into ninety days with every step as long as it takes', () => {
    const order = '2026-11-02'
    const tight: Anchors = { order, ex_factory: addDays(order, 90), etd: addDays(order, 94), eta: addDays(order, 126) }
    const tasks = items.map(
      (task): Milestone => ({
        ...task,
        status: 'pending',
        revised_date: dueDate(task, tight, { calendar: everyDay }),
        expected_date: null,
        actual_date: null,
      }),
    )
    expect(criticalPath(tasks, order, everybody)).toMatchObject({
      slip: 0,
      target: 'ex_factory',
    })
  })
})

describe('a milestone follows its line', () => {
  const item = {
    seq: 10,
    code: 'cutting_start',
    name_en: 'Cutting',
    name_zh: null,
    owner: 'supplier',
    anchor: 'ex_factory',
    offset_days: -30,
    offset_days_air: null,
    duration_days: null,
    filled_by: 'cutting',
    after_code: null,
    and_after_code: null,
  } as const
  const task = (more: Partial<Task> = {}): Task => ({
    ...item,
    status: 'pending',
    planned_date: '2027-01-08',
    revised_date: '2027-01-08',
    expected_date: null,
    actual_date: null,
    late_days: null,
    set_by: null,
    ...more,
  })
  const facts = (more: object = {}) => ({
    is_live: true,
    issued_on: '2026-11-02',
    country: 'CN',
    flies: false,
    anchors,
    facts: {},
    ...more,
  })
  const laterAnchors = { ...anchors, ex_factory: '2027-02-15' }
  const calendars = (country: string | null) => (country === 'CN' ? mill : office)

  it.each([
    ['stays', task(), facts(), { status: 'pending', planned_date: '2027-01-08', revised_date: '2027-01-09' }],
    [
      'moves with its anchor, its plan does not',
      task(),
      facts({ anchors: laterAnchors }),
      { planned_date: '2027-01-08', revised_date: '2027-01-16' },
    ],
    [
      'is filled by what happened',
      task(),
      facts({ facts: { cutting: '2027-01-12' } }),
      { status: 'done', actual_date: '2027-01-12', set_by: 'event' },
    ],
    [
      'is to do again when that was a mistake',
      task({ status: 'done', actual_date: '2027-01-12', set_by: 'event' }),
      facts(),
      { status: 'pending', actual_date: null, set_by: null },
    ],
    [
      'stays done as a person said, on its day',
      task({ status: 'done', actual_date: '2027-01-07', set_by: 'person' }),
      facts({ anchors: laterAnchors, facts: { cutting: '2027-01-12' } }),
      { status: 'done', actual_date: '2027-01-07', revised_date: '2027-01-08' },
    ],
    ['is dropped with its line', task(), facts({ is_live: false }), { status: 'skipped', set_by: 'line' }],
    ['comes back with it', task({ status: 'skipped', set_by: 'line' }), facts(), { status: 'pending', set_by: null }],
    [
      'stays skipped as a person said',
      task({ status: 'skipped', set_by: 'person' }),
      facts(),
      { status: 'skipped', set_by: 'person' },
    ],
    [
      'stays done when its line ends',
      task({ status: 'done', actual_date: '2027-01-12', set_by: 'event' }),
      facts({ is_live: false, facts: { cutting: '2027-01-12' } }),
      { status: 'done' },
    ],
  ])('and %s', (_what, before, line, expected) => expect(settled(before, line, calendars)).toMatchObject(expected))

  it('is due on days that its owner works', () => {
    const { revised_date } = settled(task(), facts({ anchors: laterAnchors }), calendars)
    expect(isWorkingDay(String(revised_date), mill)).toBe(true)
  })
})
