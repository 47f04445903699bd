import { expect, it } from 'vitest'
import { readTable } from '#shared/delimited/read.ts'
import { missingColumns, readMilestones } from '#shared/trade/milestone-rows.ts'

const head = 'Source;ID;Container no;Type;Kind;At;Place'
const read = (...rows: string[]) => {
  const table = readTable(new TextEncoder().encode(rows.join('\r\n')))
  if (table.problem) throw new Error(table.problem.key)
  return readMilestones(table.headings, table.rows())
}
const arrival = {
  ...{ source: 'MSC', id: 'E1', container_no: 'MEDU8707688', type: 'arrived_port', kind: 'actual' },
  ...{ at: '2026-03-12', place: 'Felixstowe' },
}

it.each([
  ['the names of the API', head, 'MSC;E1;MEDU8707688;Arrived_port;ACTUAL;2026-03-12;Felixstowe'],
  [
    'words of carriers and codes of DCSA',
    'Carrier;Event no;Container;Event;Classifier;Event date;Location',
    'MSC;E1;MEDU8707688;Arrived port;ACT;2026-03-12;Felixstowe',
  ],
  ['Chinese', '承运人;编号;箱号;节点;性质;日期;港口', 'MSC;E1;MEDU8707688;arrived-port;actual;2026-03-12;Felixstowe'],
  [
    'another order',
    'Place;At;Kind;Type;Container no;ID;Source',
    'Felixstowe;2026-03-12;actual;arrived_port;MEDU8707688;E1;MSC',
  ],
  ['the clock of a spreadsheet', head, 'MSC;E1;MEDU8707688;arrived_port;actual;2026-03-12 08:30:00;Felixstowe'],
])('are read by headings and values: %s', (_, headings, row) => {
  expect(read(headings, row, '')).toEqual({ events: [arrival], faults: [], count: 1 })
})

it.each(['2026-03-12T08:00:00+01:00', '2026-03-12T08:00+01:00'])('keeps a moment with its offset: %s', (at) => {
  const [event] = read(head, `MSC;E1;MEDU8707688;departed;est;${at};`).events
  expect(event).toMatchObject({ kind: 'estimated', at: '2026-03-12T08:00:00+01:00', place: null })
})

it.each([
  ['MSC;E1;MEDU8707688;received;actual;2026-03-12;', 'bad_type'],
  ['MSC;E1;MEDU8707688;departed;sure;2026-03-12;', 'bad_kind'],
  ['MSC;E1;MEDU8707688;departed;actual;2026-02-30;', 'bad_at'],
  ['MSC;E1;MEDU8707688;departed;actual;2026-03-12T08:00;', 'bad_at'],
  // The report of all rows would be refused for one of these.
  ['MSC;E1;MEDU8707688;departed;actual;2026-03-12T24:30:00Z;', 'bad_at'],
  ['MSC;E1;MEDU8707688;departed;actual;2026-03-12T08:60+01:00;', 'bad_at'],
  ['MSC;E1;MEDU8707688;departed;actual;2026-03-12T08:00:00+25:00;', 'bad_at'],
  ['MSC;;MEDU8707688;departed;actual;2026-03-12;', 'missing'],
  [`${'M'.repeat(61)};E1;MEDU8707688;departed;actual;2026-03-12;`, 'too_long'],
  [`MSC;E1;MEDU8707688;departed;actual;2026-03-12;${'x'.repeat(121)}`, 'too_long'],
  ['MSC;E1;MEDU8707688;departed;actual;2026-03-12;;x', 'too_many_cells'],
])('tells of %s', (text, key) => {
  const { events, faults, count } = read(head, text, 'MSC;E2;MEDU8707688;departed;actual;2026-03-12;')
  expect(events.map(({ id }) => id)).toEqual(['E2'])
  expect(faults.map(({ line, text }) => [line, text.key.split('.').at(-1)])).toEqual([[2, key]])
  expect(count).toBe(2)
})

it('names the columns that a file lacks', () => {
  expect(missingColumns(['source', 'id'])).toEqual(['container_no', 'type', 'kind', 'at'])
  expect(missingColumns(head.split(';').slice(0, 6))).toEqual([])
})
