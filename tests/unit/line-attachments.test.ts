import { describe, expect, it } from 'vitest'
import { poLines } from '#areas/po-lines/area.ts'
import { rules } from '#areas/requirement-profiles/rules.ts'
import type { AnyRecord } from '#shared/kit/area.ts'
import { attachmentKinds } from '#shared/kit/attachments.ts'
import type { RuleContext } from '#shared/kit/rules.ts'
import {
  attachmentKindsOf,
  attachmentReadiness,
  attachmentTurns,
  requiredAttachmentKinds,
} from '#shared/trade/line-attachments.ts'
import { type LinePlan, linePlanOf, missingStates, readinessOfRecords } from '#shared/trade/line-kinds.ts'
import { type Profile, type RequiringLine, requirementsOf } from '#shared/trade/requirement-profiles.ts'

const plan = linePlanOf(poLines) as LinePlan

describe('documents that lines need', () => {
  it('are attached by one side each, all kinds but the one that names nothing', () => {
    expect([...requiredAttachmentKinds].sort()).toEqual(attachmentKinds.filter((kind) => kind !== 'other').sort())
    const [office, supplier] = [attachmentKindsOf('office'), attachmentKindsOf('supplier')]
    expect([...office, ...supplier].sort()).toEqual([...requiredAttachmentKinds].sort())
    expect(office).toEqual(
      expect.arrayContaining(['contract', 'packing_instruction', 'tech_pack', 'specification', 'artwork']),
    )
    expect(supplier).toEqual(expect.arrayContaining(['test_report', 'certificate', 'invoice', 'packing_list']))
  })

  it.each<[string, string[], string]>([
    ['all are there', ['attached', 'attached'], 'ok'],
    ['one waits for the supplier', ['attached', 'awaits_supplier'], 'missing'],
    ['one waits for the office', ['awaits_office'], 'missing'],
    ['one is being checked', ['attached', 'in_check'], 'in_progress'],
    ['one is being checked and one is missing', ['in_check', 'awaits_supplier'], 'missing'],
  ])('where %s: %s → %s', (_what, standings, readiness) => {
    const records = standings.map((standing) => ({ standing, type: 'test_report' }))
    expect(readinessOfRecords(plan, records)).toBe(readiness)
  })

  it('wait for a side exactly where they are missing', () => {
    expect(Object.keys(attachmentTurns).sort()).toEqual(missingStates(plan).sort())
    expect(Object.keys(plan.readiness ?? {})).toEqual(Object.keys(attachmentReadiness))
  })

  const line = (changes: Partial<RequiringLine> = {}): RequiringLine => ({
    ...{ categories: [], brand_id: null, market: 'GB', added: [], removed: [] },
    ...changes,
  })
  const profile = (id: number, brand_id: number | null, types: (string | null)[], is_needed = true) =>
    ({
      ...{ id, category_id: null, brand_id, markets: null, programs: [] },
      rows: types.map((type) => ({ kind: 'attachments', type, is_needed })),
    }) as Profile
  const decided = (of: RequiringLine, ...profiles: Profile[]) => requirementsOf(of, { profiles, categories: new Map() })

  it.each<[string, string[], string[]]>([
    ['those that profiles name', decided(line(), profile(1, null, ['test_report'])), ['attachments_test_report']],
    [
      'those of several profiles',
      decided(line({ brand_id: 7 }), profile(1, null, ['test_report']), profile(2, 7, ['contract'])),
      ['attachments_contract', 'attachments_test_report'],
    ],
    ['none of a kind without types', decided(line(), profile(1, null, [null])), []],
    [
      'none where a narrower profile takes them all away',
      decided(line({ brand_id: 7 }), profile(1, null, ['test_report', 'contract']), profile(2, 7, [null], false)),
      [],
    ],
    [
      'what a person says before all others',
      decided(
        line({ added: ['attachments_photo'], removed: ['attachments_test_report'] }),
        profile(1, null, ['test_report', 'contract']),
      ),
      ['attachments_contract', 'attachments_photo'],
    ],
  ])('are %s', (_what, requirements, expected) => {
    expect(requirements).toEqual(expected)
  })

  it.each<[object, string | null]>([
    [{ kind: 'attachments', type: 'test_report', is_needed: true }, null],
    [{ kind: 'attachments', type: null, is_needed: false }, null],
    [{ kind: 'attachments', type: null, is_needed: true }, 'problems.requirement-profiles.type_needed'],
    [{ kind: 'attachments', type: 'hangtag', is_needed: true }, 'problems.requirement-profiles.other_type'],
    [{ kind: 'artwork', type: null, is_needed: true }, null],
    [{ kind: 'care', type: null, is_needed: true }, null],
    [{ kind: 'care', type: 'photo', is_needed: true }, 'problems.requirement-profiles.no_types'],
  ])('are checked in a profile: %o → %s', (row, key) => {
    const problems =
      rules.check?.({ requirements: [row], programs: [] } as unknown as AnyRecord, {} as RuleContext) ?? []
    expect(problems.map(({ text }) => text.key)).toEqual(key ? [key] : [])
  })
})
