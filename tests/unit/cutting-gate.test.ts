import { describe, expect, it } from 'vitest'
import { isCut, samplesBefore } from '#shared/trade/cutting-gate.ts'

const type = (id: number, gate: 'none' | 'cutting' | 'bulk' | 'shipment') => ({
  id,
  gate,
  name_en: `T${id}`,
  name_zh: `样${id}`,
})
const sample = (id: number, gate: 'none' | 'cutting' | 'bulk' | 'shipment', status: string) => {
  const { id: type_id, ...names } = type(id, gate)
  return { ...names, type: type_id, status }
}
const namesOf = (samples: readonly { name_en: string; status: string | null }[]) =>
  samples.map(({ name_en, status }) => `${name_en} ${status}`)

describe('samples that cutting waits for', () => {
  it.each([
    ['nothing of a plan without gates', [], [type(1, 'none')], []],
    ['what nobody requested', [], [type(1, 'cutting'), type(2, 'bulk'), type(3, 'shipment')], ['T1 null', 'T2 null']],
    ['what is under way', [sample(1, 'cutting', 'in_making')], [type(1, 'cutting')], ['T1 in_making']],
    ['a rejected round', [sample(1, 'bulk', 'rejected')], [type(1, 'bulk')], ['T1 rejected']],
    [
      'the round that replaced a rejected one',
      [sample(1, 'bulk', 'resubmitted'), sample(1, 'bulk', 'requested')],
      [type(1, 'bulk')],
      ['T1 requested'],
    ],
    ['a request that was cancelled as a missing one', [sample(1, 'bulk', 'cancelled')], [type(1, 'bulk')], ['T1 null']],
    ['nothing that is approved', [sample(1, 'cutting', 'approved_with_comments')], [type(1, 'cutting')], []],
    ['a request beyond the plan', [sample(9, 'bulk', 'requested')], [], ['T9 requested']],
    ['no sample of shipment', [sample(3, 'shipment', 'requested')], [type(3, 'shipment')], []],
  ] as const)('names %s', (_, samples, types, expected) => {
    expect(namesOf(samplesBefore(samples, types))).toEqual(expected)
  })

  it.each([
    ['material_in_house', 100, false],
    ['cutting', 0, false],
    ['cutting', 1, true],
    ['packing', 1, true],
  ] as const)('counts %s %i as cut: %s', (stage, units, expected) => {
    expect(isCut(stage, units)).toBe(expected)
  })
})
