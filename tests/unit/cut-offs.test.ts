import { expect, it } from 'vitest'
import { journeyProblems } from '#shared/trade/cut-offs.ts'

it.each<[string, Record<string, unknown>, string[]]>([
  ['dates in their order', { etd: '2026-12-01', eta: '2027-01-04', atd: '2026-12-02', ata: '2027-01-06' }, []],
  [
    'an arrival before the departure',
    { etd: '2026-12-01', eta: '2026-11-30', atd: '2026-12-02', ata: '2026-12-01' },
    ['eta', 'ata'],
  ],
  ['a cut-off in Ningbo on the day of departure', { etd: '2026-12-01', cy_cutoff: '2026-12-01T23:00:00+08:00' }, []],
  [
    'a cut-off in Los Angeles on the day of departure',
    { etd: '2026-12-01', cy_cutoff: '2026-12-01T18:00:00-08:00' },
    [],
  ],
  ['the last minute of the day west of all ports', { etd: '2026-12-01', vgm_cutoff: '2026-12-01T23:59:00-12:00' }, []],
  ['the next day everywhere', { etd: '2026-12-01', si_cutoff: '2026-12-02T12:00:00Z' }, ['si_cutoff']],
  ['two days later', { etd: '2026-12-01', cfs_cutoff: '2026-12-03T09:00:00+08:00' }, ['cfs_cutoff']],
  ['a cut-off without a departure', { etd: null, cy_cutoff: '2026-12-03T09:00:00Z' }, []],
])('judges %s', (_, record, expected) => {
  expect(journeyProblems(record).map(({ field }) => field)).toEqual(expected)
})
