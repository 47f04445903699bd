import { describe, expect, it } from 'vitest'
import {
  conflictWith,
  disputedChecks,
  disputedLengths,
  resolved,
} from '#areas/qa-activities/screens/inspect/conflicts.ts'
import { isUnsent } from '#areas/qa-activities/screens/inspect/differences.ts'
import {
  addUnit,
  answerCheck,
  changeDefect,
  drawCartons,
  measure,
  passOpenChecks,
  removeDefect,
  sign,
} from '#areas/qa-activities/screens/inspect/entries.ts'
import { countsOf, runningResult } from '#areas/qa-activities/screens/inspect/running-result.ts'
import { editOf, takenOver } from '#areas/qa-activities/screens/inspect/sending.ts'
import { type Work, workOf } from '#areas/qa-activities/screens/inspect/work.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { seeded } from './random'

const row = (id: number, qty: number, more: object = {}) => ({
  ...{ id, defect_code_id: 1, severity: 'major', qty, size_id: null, position: null, comment: null },
  ...more,
})
const record = (defects: object[] = [], more: object = {}) =>
  ({
    ...{ id: 7, version: 3, status: 'in_progress', type: 'final', original_type: 'final', major_reject: 3 },
    ...{ minor_reject: 4, defects, carton_qty: null, drawn_cartons: null },
    ...more,
  }) as unknown as AnyRecord
const nowhere = { place_view: null, place_x: null, place_y: null }
const seam = { id: 1, severity: 'major' as const }
const tap = (work: Work, times: number, code: { id: number; severity: 'major' | 'minor' | 'critical' } = seam) =>
  Array.from({ length: times }).reduce<Work>((now, _, at) => addUnit(now, code, `key ${code.id} ${at}`), work)

describe('an inspection on a device', () => {
  it('counts taps of the same defect on one row, until the row has details of its own', () => {
    const work = tap(workOf(record()), 3)
    expect(work.defects).toMatchObject([{ qty: 3, severity: 'major' }])
    const [first] = work.defects
    const detailed = changeDefect(work, first?.key ?? '', { position: 'left cuff' })
    expect(addUnit(detailed, seam, 'next').defects.map(({ qty }) => qty)).toEqual([1, 3])
    expect(countsOf(addUnit(detailed, seam, 'next').defects)).toEqual({ critical: 0, major: 4, minor: 0 })
    expect(removeDefect(work, first?.key ?? '').defects).toEqual([])
  })

  it.each([
    [2, 3, 0, 'passed'],
    [3, 0, 0, 'failed'],
    [0, 4, 0, 'failed'],
    [0, 0, 1, 'failed'],
  ])('says with %i major, %i minor and %i critical: %s', (major, minor, critical, result) => {
    const work = tap(tap(tap(workOf(record()), major), minor, { id: 2, severity: 'minor' }), critical, {
      id: 3,
      severity: 'critical',
    })
    expect(runningResult(record(), work)).toBe(result)
    if (result === 'passed') expect(runningResult(record(), { ...work, closing: { packed_pct: 79 } })).toBe('not_ready')
    expect(runningResult(record(), { ...work, closing: { conclusion: 'nonconforming' } })).toBe('failed')
  })

  it.each([1, 2, 3, 4, 10, 60, 61, 64, 10_000])('draws the root of %i cartons, each once', (total) => {
    const dice = seeded(total)
    const drawn = drawCartons(total, () => dice.below(1_000_000) / 1_000_000)
    expect(drawn).toHaveLength(Math.min(total, Math.ceil(Math.sqrt(total))))
    expect(new Set(drawn).size).toBe(drawn.length)
    expect(drawn).toEqual(drawn.toSorted((a, b) => a - b))
    expect(drawn.every((carton) => carton >= 1 && carton <= total)).toBe(true)
  })

  it('knows what the server does not have, and keeps what was entered while it was sent', () => {
    const begun = workOf(record([row(11, 2)]))
    expect(isUnsent(begun)).toBe(false)
    const sent = tap(begun, 1, { id: 2, severity: 'minor' })
    expect(isUnsent(sent)).toBe(true)
    expect(editOf(sent)).toEqual({
      ...{ version: 3, carton_qty: null, drawn_cartons: null, checks: [], signatures: [] },
      defects: [
        { defect_code_id: 2, severity: 'minor', qty: 1, size_id: null, position: null, ...nowhere, comment: null },
        {
          id: 11,
          defect_code_id: 1,
          severity: 'major',
          qty: 2,
          size_id: null,
          position: null,
          ...nowhere,
          comment: null,
        },
      ],
    })
    const meanwhile = tap(sent, 1, { id: 2, severity: 'minor' })
    const answer = record([row(12, 1, { defect_code_id: 2, severity: 'minor' }), row(11, 2)], { version: 4 })
    const after = takenOver(meanwhile, sent, answer)
    expect(after).toMatchObject({
      version: 4,
      defects: [
        { id: 12, qty: 2 },
        { id: 11, qty: 2 },
      ],
    })
    expect(isUnsent(after)).toBe(true)
    expect(isUnsent(takenOver(sent, sent, answer))).toBe(false)
  })

  it('is held up by other defects of somebody else only', () => {
    const work = tap(workOf(record([row(11, 2)])), 1, { id: 2, severity: 'minor' })
    expect(conflictWith(work, record([row(11, 2)], { version: 9 }))).toBe('none')
    // The answer was lost on its way: the server has what was sent.
    const got = record([row(12, 1, { defect_code_id: 2, severity: 'minor' }), row(11, 2)], { version: 4 })
    expect(conflictWith(work, got)).toBe('none')
    expect(isUnsent(resolved(work, got, 'mine'))).toBe(false)
    const theirs = record([row(11, 5)], { version: 9 })
    expect(conflictWith(work, theirs)).toBe('defects')
    expect(conflictWith(work, record([row(11, 2)], { status: 'completed' }))).toBe('over')
    const units = (how: 'mine' | 'theirs' | 'both') =>
      resolved(work, theirs, how).defects.map(({ defect_code_id, qty }) => [defect_code_id, qty])
    expect(units('mine')).toEqual([
      [2, 1],
      [1, 2],
    ])
    expect(units('theirs')).toEqual([[1, 5]])
    expect(units('both')).toEqual([
      [2, 1],
      [1, 5],
    ])
    expect(resolved(work, theirs, 'both').version).toBe(9)
    expect(editOf(resolved(workOf(record([row(11, 2)])), record([row(20, 1)]), 'mine')).defects[0]).not.toHaveProperty(
      'id',
      11,
    )
  })

  it('goes on with its rows in whatever order the server answers', () => {
    const sent = tap(tap(workOf(record([row(11, 2)])), 1, { id: 2, severity: 'minor' }), 1, {
      id: 3,
      severity: 'critical',
    })
    const answer = record(
      [
        row(11, 2),
        row(12, 1, { defect_code_id: 3, severity: 'critical' }),
        row(13, 1, { defect_code_id: 2, severity: 'minor' }),
      ],
      { version: 4 },
    )
    const after = takenOver(tap(sent, 1, { id: 4, severity: 'minor' }), sent, answer)
    expect(after.defects.map(({ defect_code_id, id }) => [defect_code_id, id])).toEqual([
      [4, undefined],
      [3, 12],
      [2, 13],
      [1, 11],
    ])
  })

  it('has sent words whose blanks at the ends the server leaves out', () => {
    const stored = { position: 'left cuff', comment: 'loose' }
    const begun = workOf(
      record([row(11, 1)], { checks: [{ id: 1, checklist_item_id: 1, result: 'fail', comment: null }] }),
    )
    const typed = answerCheck(changeDefect(begun, 'row 11', { position: 'left cuff ', comment: ' loose' }), 1, {
      comment: 'No ticket ',
    })
    expect(isUnsent(typed)).toBe(true)
    const answer = record([row(11, 1, stored)], {
      ...{ version: 4, checks: [{ id: 1, checklist_item_id: 1, result: 'fail', comment: 'No ticket' }] },
    })
    expect(isUnsent(takenOver(typed, typed, answer))).toBe(false)
    // The answer was lost on its way.
    expect(conflictWith(typed, answer)).toBe('none')
  })

  it('keeps the cartons that another device has drawn', () => {
    const work = tap(workOf(record()), 1)
    const drawn = { carton_qty: 60, drawn_cartons: '3, 17, 42' }
    expect(editOf(resolved(work, record([], { ...drawn, version: 9 }), 'mine'))).toMatchObject(drawn)
    // Who draws on both devices keeps the own draw.
    const own = { ...work, carton_qty: 60, drawn_cartons: '8, 9' }
    expect(editOf(resolved(own, record([], { ...drawn, version: 9 }), 'mine'))).toMatchObject({ drawn_cartons: '8, 9' })
    const answered = resolved(own, record([], { carton_qty: 60, drawn_cartons: '8, 9', version: 9 }), 'mine')
    expect(isUnsent({ ...answered, defects: answered.base })).toBe(false)
  })

  it('leaves out of both what somebody else has removed and nobody has changed here', () => {
    const work = tap(workOf(record([row(11, 2), row(12, 1, { defect_code_id: 3 })])), 1)
    const units = resolved(work, record([row(11, 2), row(13, 1, { defect_code_id: 4 })], { version: 9 }), 'both')
    expect(units.defects.map(({ defect_code_id, qty }) => [defect_code_id, qty])).toEqual([
      [1, 3],
      [4, 1],
    ])
  })

  it('counts a tap with the severity of its button, beside a row that was made graver', () => {
    const work = tap(workOf(record()), 1)
    const graver = changeDefect(work, work.defects[0]?.key ?? '', { severity: 'critical' })
    expect(countsOf(addUnit(graver, seam, 'next').defects)).toEqual({ critical: 1, major: 1, minor: 0 })
  })

  describe('with measurements', () => {
    const point = (id: number, lengths: object = {}) => ({
      ...{ id, pom_id: id, size_id: 1, spec_mm: '500.000', tol_plus_mm: '5.000', tol_minus_mm: '5.000' },
      ...{ piece_1_mm: null, piece_2_mm: null, piece_3_mm: null, piece_4_mm: null, piece_5_mm: null, ...lengths },
    })
    const measured = (lengths: object = {}, more: object = {}) =>
      record([], { measures: [point(1, lengths), point(2)], counts_measures: true, ...more })

    it('sends the rows with what was changed alone', () => {
      const begun = workOf(measured({ piece_1_mm: '501.000' }))
      expect(editOf(begun)).not.toHaveProperty('measures')
      // Written in another way it is the same length.
      expect(isUnsent(measure(begun, [['1 piece_1_mm', '501']]))).toBe(false)
      const work = measure(begun, [
        ['1 piece_1_mm', null],
        ['2 piece_3_mm', '512'],
      ])
      expect(isUnsent(work)).toBe(true)
      expect(editOf(work).measures).toEqual([
        { id: 1, piece_1_mm: null },
        { id: 2, piece_3_mm: '512' },
      ])
      const answer = record([], { version: 4, measures: [point(1), point(2, { piece_3_mm: '512.000' })] })
      expect(isUnsent(takenOver(work, work, answer))).toBe(false)
      const later = measure(work, [['1 piece_2_mm', '499']])
      expect(editOf(takenOver(later, work, answer)).measures).toEqual([{ id: 1, piece_2_mm: '499' }, { id: 2 }])
    })

    it('counts pieces out of tolerance as major defects where the activity does', () => {
      const tapped = tap(workOf(measured()), 2)
      const out = measure(tapped, [['2 piece_1_mm', '494.9']])
      expect([runningResult(measured(), tapped), runningResult(measured(), out)]).toEqual(['passed', 'failed'])
      expect(runningResult(measured({}, { counts_measures: false }), out)).toBe('passed')
    })

    it('keeps what each side measured, and asks where both measured the same', () => {
      const begun = workOf(measured())
      const work = measure(begun, [
        ['1 piece_1_mm', '501'],
        ['1 piece_2_mm', '502'],
      ])
      const other = measured({ piece_3_mm: '503.000' }, { version: 9 })
      expect(conflictWith(work, other)).toBe('none')
      expect(resolved(work, other, 'mine').lengths).toEqual({
        ...{ '1 piece_1_mm': '501', '1 piece_2_mm': '502', '1 piece_3_mm': '503.000' },
      })
      const same = measured({ piece_1_mm: '509.000', piece_2_mm: '502.000' }, { version: 9 })
      expect(conflictWith(work, same)).toBe('defects')
      expect(disputedLengths(work, same)).toEqual(['1 piece_1_mm'])
      const kept = (how: 'mine' | 'theirs' | 'both') => resolved(work, same, how).lengths['1 piece_1_mm']
      expect([kept('mine'), kept('theirs'), kept('both')]).toEqual(['501', '509.000', '501'])
    })
  })

  describe('with a checklist', () => {
    const check = (id: number, result: string | null = null, more: object = {}) => ({
      ...{ id, checklist_item_id: id, is_hard_fail: id === 1, result, comment: null, ...more },
    })
    const listed = (...checks: object[]) => record([], { checks })
    const answers = ({ checks }: Work) => checks.map(({ result }) => result)

    it('fails the lot by an item that does, and by no other', () => {
      const begun = workOf(listed(check(1), check(2)))
      expect(runningResult(record(), answerCheck(begun, 2, { result: 'fail' }))).toBe('passed')
      expect(runningResult(record(), answerCheck(begun, 1, { result: 'fail' }))).toBe('failed')
      expect(runningResult(record(), answerCheck(begun, 1, { result: 'na' }))).toBe('passed')
    })

    it('passes the rest, without what has an answer', () => {
      const begun = answerCheck(workOf(listed(check(1), check(2), check(3))), 2, { result: 'fail' })
      expect(answers(passOpenChecks(begun))).toEqual(['pass', 'fail', 'pass'])
    })

    it('is sent with the defects, and known once the server has it', () => {
      const begun = workOf(listed(check(1), check(2)))
      const answered = answerCheck(begun, 2, { result: 'fail', comment: 'Ticket missing' })
      expect([isUnsent(begun), isUnsent(answered)]).toEqual([false, true])
      expect(editOf(answered).checks).toEqual([
        { id: 1, result: null, comment: null },
        { id: 2, result: 'fail', comment: 'Ticket missing' },
      ])
      const later = answerCheck(answered, 1, { result: 'pass' })
      const taken = takenOver(later, answered, {
        ...listed(check(1), check(2, 'fail', { comment: 'Ticket missing' })),
        version: 4,
      })
      expect([isUnsent(taken), answers(taken)]).toEqual([true, ['pass', 'fail']])
    })

    it('keeps what each side answered alone, and shows what both answered differently', () => {
      const mine = answerCheck(answerCheck(workOf(listed(check(1), check(2), check(3))), 1, { result: 'pass' }), 2, {
        result: 'pass',
      })
      const apart = listed(check(1), check(2), check(3, 'na'))
      expect(conflictWith(mine, apart)).toBe('none')
      expect(answers(resolved(mine, apart, 'mine'))).toEqual(['pass', 'pass', 'na'])
      const against = listed(check(1), check(2, 'fail'), check(3, 'na'))
      expect(conflictWith(mine, against)).toBe('defects')
      expect(disputedChecks(mine, against).map(({ mine, theirs }) => [mine.result, theirs.result])).toEqual([
        ['pass', 'fail'],
      ])
      expect(answers(resolved(mine, against, 'mine'))).toEqual(['pass', 'pass', 'na'])
      expect(answers(resolved(mine, against, 'theirs'))).toEqual(['pass', 'fail', 'na'])
    })
  })

  it('points at a place on a drawing, on a row of its own', () => {
    const work = tap(workOf(record()), 2)
    const place = { view: 'top_front', x: 320, y: 540 } as const
    const placed = changeDefect(work, work.defects[0]?.key ?? '', { place })
    expect(editOf(placed).defects).toMatchObject([{ place_view: 'top_front', place_x: 320, place_y: 540 }])
    expect(addUnit(placed, seam, 'next').defects.map(({ qty }) => qty)).toEqual([1, 2])
    const stored = record([row(11, 2, { place_view: 'top_front', place_x: 320, place_y: 540 })])
    expect(isUnsent(takenOver(placed, placed, stored))).toBe(false)
    expect(workOf(stored).defects).toMatchObject([{ place }])
    expect(workOf(record([row(11, 2, { place_view: 'sleeve', place_x: 1, place_y: 1 })])).defects[0]?.place).toBeNull()
  })

  describe('that is signed', () => {
    const row = (side: string, signer: string, strokes: string | null = null, id = 1) => ({ id, side, signer, strokes })
    const signedBy = (...signatures: object[]) => record([], { signatures })

    it('sends who has a name, with or without a drawing', () => {
      const begun = workOf(record())
      const drawn = sign(begun, 'inspector', { strokes: 'M1 2 L3 4' })
      expect([isUnsent(drawn), editOf(drawn).signatures]).toEqual([false, []])
      const both = sign(sign(drawn, 'inspector', { signer: ' Li Wei ' }), 'factory', { signer: 'Chen' })
      expect(isUnsent(both)).toBe(true)
      expect(editOf(both).signatures).toEqual([
        { side: 'inspector', signer: 'Li Wei', strokes: 'M1 2 L3 4' },
        { side: 'factory', signer: 'Chen', strokes: null },
      ])
    })

    it('goes on with the row of the server, also where its answer was lost', () => {
      const sent = sign(workOf(record()), 'factory', { signer: 'Chen' })
      const stored = signedBy(row('factory', 'Chen', null, 9))
      expect(isUnsent(takenOver(sent, sent, stored))).toBe(false)
      expect(editOf(resolved(sent, stored, 'mine')).signatures).toEqual([
        { id: 9, side: 'factory', signer: 'Chen', strokes: null },
      ])
    })

    it('keeps the signature of another device on the other side', () => {
      const mine = sign(workOf(record()), 'inspector', { signer: 'Li' })
      const merged = resolved(mine, signedBy(row('factory', 'Chen', 'M1 1', 4)), 'mine')
      expect(editOf(merged).signatures.map(({ side, signer }) => [side, signer])).toEqual([
        ['inspector', 'Li'],
        ['factory', 'Chen'],
      ])
    })
  })
})
