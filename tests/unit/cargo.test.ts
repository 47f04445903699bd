import { describe, expect, it } from 'vitest'
import { instructionProblems } from '#shared/trade/booking.ts'
import {
  adminExceptions,
  bookedStates,
  bookingExceptions,
  isContainerised,
  isModeChange,
  loadTypes,
  shippedStates,
  spaceStates,
} from '#shared/trade/booking-terms.ts'
import {
  addCargo,
  type Cargo,
  type ContainerType,
  capacities,
  cargoOf,
  cartonVolume,
  chargeableOf,
  containerTypes,
  cubicMetres,
  fillOf,
  isFillError,
  kilograms,
  noCargo,
  suggestBoxes,
} from '#shared/trade/cargo.ts'
import { readCartonRows } from '#shared/trade/carton-rows.ts'
import { type Lane, laneDifferences, laneFields } from '#shared/trade/lane.ts'
import {
  type CartonRow,
  cargoByContainer,
  cargoByLine,
  cargoOfRows,
  cartonCount,
  cartonRowProblems,
  cartonRowWarnings,
  firstOfRuns,
  packedUnits,
  packLines,
  rowPieces,
  unitKey,
  withoutRows,
} from '#shared/trade/packing.ts'

/** Cargo of so many cubic metres and kilograms. */
const of = (m3: number, kg = 0): Cargo => ({
  ...noCargo,
  volume_mm3: Math.round(m3 * 1e9),
  gross_g: Math.round(kg * 1000),
})

describe('cargo', () => {
  const carton = { length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '12.345', net_kg: '11.1' }

  it('of 360 cartons of 60 × 40 × 30 cm is 25.92 m³', () => {
    const cargo = cargoOf(360, 8640, carton)
    expect(cubicMetres(cargo.volume_mm3)).toBe('25.9200')
    expect(cargo).toEqual({
      cartons: 360,
      pieces: 8640,
      gross_g: 4_444_200,
      net_g: 3_996_000,
      volume_mm3: 25_920_000_000,
    })
    expect(kilograms(cargo.gross_g)).toBe('4444.200')
  })

  it.each([
    ['100', '150', '200', '3.0000'],
    ['60.5', '40.5', '30.5', '0.0747'],
    [60, 40, 30, '0.0720'],
    [null, '40', '30', '0.0000'],
    [undefined, undefined, undefined, '0.0000'],
  ])('of a carton of %s × %s × %s cm is %s m³', (length_cm, width_cm, height_cm, volume) =>
    expect(cubicMetres(cartonVolume({ length_cm, width_cm, height_cm }))).toBe(volume),
  )

  it('adds up without loss', () => {
    const tenth = cargoOf(1, 1, { ...carton, gross_kg: '0.1', net_kg: '0.1' })
    const sum = Array.from({ length: 30 }, () => tenth).reduce(addCargo, noCargo)
    expect([kilograms(sum.gross_g), sum.pieces, sum.cartons]).toEqual(['3.000', 30, 30])
  })

  it.each([
    // The greater of cubic metres and tonnes.
    ['lcl', 12.5, 8000, '12.500'],
    ['lcl', 2, 3500, '3.500'],
    // The greater of kilograms and cm³ / 6000.
    ['air', 1.2, 150, '200.000'],
    ['air', 1.2, 250, '250.000'],
    ['courier', 0.072, 12.345, '12.345'],
    ['courier', 0.078, 12.345, '13.000'],
    ['fcl', 60, 9000, null],
    ['road', 60, 9000, null],
    ['rail', 60, 9000, null],
    [null, 60, 9000, null],
  ] as const)('by %s of %f m³ and %f kg is charged as %s', (load, m3, kg, charged) =>
    expect(chargeableOf(of(m3, kg), load)).toBe(charged),
  )
})

describe('how full a box is', () => {
  const kinds = Object.entries(capacities) as [ContainerType, NonNullable<(typeof capacities)[ContainerType]>][]
  const faultsOf = (type: ContainerType, m3: number, kg = 0) => fillOf(type, of(m3, kg))?.faults

  it('is known of the boxes that cartons travel in, by their planning figures, geometry and payloads', () => {
    expect(kinds).toEqual([
      ['20GP', { planned_m3: 28, inner_m3: 33.1, payload_kg: 28200 }],
      ['40GP', { planned_m3: 58, inner_m3: 67.6, payload_kg: 26700 }],
      ['40HC', { planned_m3: 68, inner_m3: 76.2, payload_kg: 26600 }],
      ['45HC', { planned_m3: 78, inner_m3: 86, payload_kg: 26600 }],
    ])
    for (const type of containerTypes) expect(fillOf(type, of(50)) === null).toBe(!(type in capacities))
  })

  it.each(kinds)(
    'of %s has its faults beyond its limits, not at them',
    (type, { planned_m3, inner_m3, payload_kg }) => {
      const least = 1e-9
      expect(faultsOf(type, planned_m3)).toEqual([])
      expect(faultsOf(type, planned_m3 + least)).toEqual(['over_planned'])
      expect(faultsOf(type, inner_m3)).toEqual(['over_planned'])
      expect(faultsOf(type, inner_m3 + least)).toEqual(['over_inner'])
      expect(faultsOf(type, planned_m3, payload_kg)).toEqual([])
      expect(faultsOf(type, planned_m3, payload_kg + 0.001)).toEqual(['over_payload'])
      expect(faultsOf(type, inner_m3 + 1, payload_kg + 1)).toEqual(['over_inner', 'over_payload'])
      expect(faultsOf(type, planned_m3 * 0.6)).toEqual([])
      expect(faultsOf(type, planned_m3 * 0.6 - 0.001)).toEqual(['low'])
      // Heavy cargo fills a box without filling it.
      expect(faultsOf(type, 1, payload_kg * 0.6)).toEqual([])
      expect(faultsOf(type, 1, payload_kg * 0.6 - 1)).toEqual(['low'])
    },
  )

  it('is a share of the planning figure and of the payload', () =>
    expect(fillOf('20GP', of(14, 7050))).toEqual({ volume: 0.5, weight: 0.25, faults: ['low'] }))

  it('is an error where it does not fit, else a warning', () =>
    expect((['over_inner', 'over_payload', 'over_planned', 'low'] as const).filter(isFillError)).toEqual([
      'over_inner',
      'over_payload',
    ]))
})

describe('boxes for cargo', () => {
  it.each([
    ['nothing', 0, 0, []],
    ['less than 60 % of the smallest', 16.7, 9000, []],
    ['60 % of the smallest', 16.8, 0, ['20GP']],
    ['little but heavy cargo', 8, 16920, ['20GP']],
    ['a full 20-foot box', 28, 28200, ['20GP']],
    ['a little more', 28.001, 0, ['40GP']],
    ['a full 40-foot box', 58, 26700, ['40GP']],
    ['one that is full by weight', 50, 26650, ['40GP']],
    ['a full high cube', 68, 26600, ['40HC']],
    ['what a 45-foot box saves one for', 72, 9000, ['45HC']],
    ['two boxes, the last as small as it can be', 90, 9000, ['40HC', '20GP']],
    ['two equal high cubes', 136, 20000, ['40HC', '40HC']],
    ['two boxes with a 45-foot one rather than three', 140, 9000, ['40HC', '45HC']],
    ['two 45-foot boxes rather than three', 150, 9000, ['45HC', '45HC']],
    ['three', 204, 9000, ['40HC', '40HC', '40HC']],
    ['heavy cargo in two small boxes', 40, 56400, ['20GP', '20GP']],
    // Each box is as heavy for its volume as the whole cargo.
    ['cargo that is as heavy as large', 96, 54800, ['20GP', '20GP', '40GP']],
  ] as const)('%s: %f m³ and %f kg', (_, m3, kg, boxes) => expect(suggestBoxes(of(m3, kg))).toEqual(boxes))

  it('hold everything, and with one less they would not', () => {
    const best = (m3: number, kg: number) =>
      Math.max(...Object.values(capacities).map((box) => Math.min(box.planned_m3 / m3, kg ? box.payload_kg / kg : 99)))
    for (let m3 = 17; m3 < 400; m3 += 7)
      for (const density of [60, 150, 400, 700]) {
        const boxes = suggestBoxes(of(m3, m3 * density))
        const volume = boxes.reduce((sum, box) => sum + (capacities[box]?.planned_m3 ?? 0), 0)
        const payload = boxes.reduce((sum, box) => sum + (capacities[box]?.payload_kg ?? 0), 0)
        expect(volume).toBeGreaterThanOrEqual(m3)
        expect(payload).toBeGreaterThanOrEqual(m3 * density)
        expect([m3, density, boxes.length]).toEqual([m3, density, Math.ceil(1 / best(m3, m3 * density))])
      }
  })

  it('are at most as many as asked for', () => expect(suggestBoxes(of(10_000), 5)).toHaveLength(5))
})

describe('rows of a packing list', () => {
  const measures = { length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '10', net_kg: '9' }
  const row = (first_no: number | null, last_no: number | null, changes: Partial<CartonRow> = {}): CartonRow => ({
    ...{ first_no, last_no, po_line_id: 1, size_id: 1, units_per_carton: 12, ...measures, ...changes },
  })
  const fieldsOf = (rows: CartonRow[], path?: string) =>
    cartonRowProblems(rows, path).map(({ text, field }) => [field, text.key.split('.').at(-1)])

  it.each([
    [1, 10, 10, 120],
    [7, 7, 1, 12],
    ['3', '5', 3, 36],
    [5, 4, 0, 0],
    [0, 4, 0, 0],
    [null, 4, 0, 0],
    [4, null, 0, 0],
  ])('from %s to %s are %i cartons with %i pieces', (first_no, last_no, cartons, pieces) => {
    const one = { first_no, last_no, units_per_carton: 12 }
    expect([cartonCount(one), rowPieces(one)]).toEqual([cartons, pieces])
  })

  it('count cartons with several sizes once, with the measures of their first row', () => {
    const rows = [
      row(1, 10),
      row(1, 10, { size_id: 2, units_per_carton: 6, container_no: 'CSQU3054383' }),
      row(11, 11, { po_line_id: 2, container_no: '' }),
      row(1, 10, { po_line_id: 2, size_id: 3, units_per_carton: 1 }),
    ]
    expect(firstOfRuns(rows)).toEqual([true, false, true, false])
    const volume_mm3 = 72_000_000
    const all = { cartons: 11, pieces: 202, gross_g: 110_000, net_g: 99_000, volume_mm3: 11 * volume_mm3 }
    expect(cargoOfRows(rows)).toEqual(all)
    expect([...cargoByLine(rows)]).toEqual([
      [1, { cartons: 10, pieces: 180, gross_g: 100_000, net_g: 90_000, volume_mm3: 10 * volume_mm3 }],
      [2, { cartons: 1, pieces: 22, gross_g: 10_000, net_g: 9_000, volume_mm3 }],
    ])
    expect([...cargoByContainer(rows)].map(([no, { cartons, pieces }]) => [no, cartons, pieces])).toEqual([
      [null, 11, 142],
      ['CSQU3054383', 0, 60],
    ])
    for (const sums of [cargoByLine(rows), cargoByContainer(rows)])
      expect([...sums.values()].reduce(addCargo, noCargo)).toEqual(all)
    expect(Object.fromEntries(packedUnits(rows))).toEqual({ '1 1': 120, '1 2': 60, '2 1': 12, '2 3': 10 })
  })

  it('that are in the same cartons are in one container', () => {
    const mixed = (...numbers: (string | null)[]) =>
      numbers.map((container_no, size_id) => row(1, 4, { size_id, container_no }))
    expect(fieldsOf(mixed('CSQU3054383', 'MEDU8707688', null))).toEqual([['cartons.1.container_no', 'two_containers']])
    expect(fieldsOf(mixed('CSQU3054383', null, 'csqu 305438-3'))).toEqual([])
    expect(fieldsOf([...mixed('CSQU3054383'), row(5, 6, { container_no: 'MEDU8707688' })])).toEqual([])
  })

  it('keep the measures of their cartons when the row that has them is taken away', () => {
    const unmeasured = { length_cm: null, width_cm: null, height_cm: null, gross_kg: null, net_kg: null }
    const rows = [row(1, 10), row(1, 10, { ...unmeasured, size_id: 2 }), row(11, 12, { gross_kg: '3' })]
    const left = withoutRows(rows, (_, index) => index === 0)
    expect(left).toEqual([{ ...rows[1], ...measures }, rows[2]])
    expect(withoutRows(rows, (_, index) => index === 1)).toEqual([rows[0], rows[2]])
  })

  it('are summed by line and size, of which a line may have none', () => {
    expect([unitKey(3, 4), unitKey('3', '4'), unitKey(3, null), unitKey(3, undefined)]).toEqual([
      '3 4',
      '3 4',
      '3 0',
      '3 0',
    ])
    expect(packedUnits([row(1, 2, { size_id: null }), row(3, 3, { size_id: null })])).toEqual(new Map([['1 0', 36]]))
  })

  it.each([
    [
      'follow each other',
      [
        [1, 5],
        [6, 9],
      ],
      [],
    ],
    [
      'leave numbers out',
      [
        [1, 5],
        [100, 109],
      ],
      [],
    ],
    [
      'are the same',
      [
        [1, 5],
        [1, 5],
      ],
      [],
    ],
    [
      'meet in one number',
      [
        [1, 5],
        [5, 9],
      ],
      [1],
    ],
    [
      'are in others',
      [
        [1, 10],
        [3, 4],
      ],
      [1],
    ],
    [
      'begin together',
      [
        [1, 10],
        [1, 5],
      ],
      [0],
    ],
    [
      'come in another order',
      [
        [5, 9],
        [1, 5],
      ],
      [0],
    ],
    [
      'are mixed, and meet others',
      [
        [1, 3],
        [2, 8],
        [2, 8],
      ],
      [1, 2],
    ],
    [
      'meet one that is larger than those between',
      [
        [1, 100],
        [2, 3],
        [50, 50],
        [101, 102],
      ],
      [1, 2],
    ],
    [
      'are not filled yet',
      [
        [null, null],
        [null, null],
        [1, null],
      ],
      [],
    ],
  ] as [string, [number | null, number | null][], number[]][])('that %s', (_, ranges, faulty) =>
    expect(fieldsOf(ranges.map(([first, last]) => row(first, last)))).toEqual(
      faulty.map((index) => [`cartons.${index}.first_no`, 'numbers_overlap']),
    ),
  )

  it.each([
    ['a last number before the first', { last_no: 0 }, ['last_no', 'last_before_first']],
    ['as much net as gross', { net_kg: '10' }, ['net_kg', 'net_not_below_gross']],
    ['more net than gross', { net_kg: '10.001' }, ['net_kg', 'net_not_below_gross']],
    ['a gram less', { net_kg: '9.999' }, null],
    ['no net', { net_kg: null }, null],
    ['30 kg', { gross_kg: '30' }, null],
    ['a gram more', { gross_kg: '30.001' }, ['gross_kg', 'too_heavy']],
    ['a side of 15 cm', { length_cm: '15' }, null],
    ['a shorter one', { length_cm: '14.9' }, ['length_cm', 'side_outside']],
    ['a side of 120 cm', { width_cm: '120' }, null],
    ['a longer one', { width_cm: '120.1' }, ['width_cm', 'side_outside']],
    ['no height', { height_cm: '0' }, ['height_cm', 'side_outside']],
    ['a height that is not known', { height_cm: null }, null],
  ] as const)('with %s', (_, changes, fault) =>
    expect(fieldsOf([row(1, 1, changes)], 'rows.')).toEqual(fault ? [[`rows.0.${fault[0]}`, fault[1]]] : []),
  )

  it.each([
    ['25', false],
    ['25.001', true],
    ['30', true],
    // That is a problem, no warning.
    ['30.001', false],
  ])('of %s kg are heavy: %s', (gross_kg, isHeavy) =>
    expect(cartonRowWarnings([row(1, 1, { gross_kg })]).map(({ field }) => field)).toEqual(
      isHeavy ? ['cartons.0.gross_kg'] : [],
    ),
  )
})

describe('the instruction of a full container', () => {
  const carton = { length_cm: '60', width_cm: '40', height_cm: '30', gross_kg: '10', net_kg: '9' }
  const line = {
    ...{ po_line_id: 1, line_title: 'PO-1 / 10', index: 0, ex_factory_date: null, ship_window_start: null },
    ...{ ship_window_end: null, over_pct: 0, under_pct: 0, transport_mode: 'sea', factory_id: 1, qty: 20 },
    ...{ sizes: [{ size_id: 1, ordered: 20, elsewhere: 0, here: 20 }], blocking: [], warning: [] },
  }
  const container = (container_no: string) => ({ container_no, type: '20GP', seal_no: 'S1', vgm_kg: 9000 })
  const problemsOf = (packedIn: string, ...numbers: string[]) =>
    instructionProblems(
      {
        load_type: 'fcl',
        cartons: [
          {
            first_no: 1,
            last_no: 1,
            po_line_id: 1,
            size_id: 1,
            units_per_carton: 20,
            ...carton,
            container_no: packedIn,
          },
        ],
        containers: numbers.map(container),
      },
      [line],
    ).map(({ text, field }) => [field, text.key.split('.').at(-1)])

  it('knows a number however it is typed', () => {
    expect(problemsOf('csqu 305438-3', 'CSQU3054383')).toEqual([])
    expect(problemsOf('CSQU3054383', 'MEDU8707688', 'csqu3054383')).toEqual([
      ['containers.0.container_no', 'empty_container'],
    ])
  })

  it('names no container without cartons', () => {
    expect(problemsOf('CSQU3054383', 'CSQU3054383', 'MEDU8707688')).toEqual([
      ['containers.1.container_no', 'empty_container'],
    ])
  })
})

describe('cartons for lines as their orders pack them', () => {
  const line = (pack_type: string | null, units_per_carton: number | null, ...qty: number[]) => ({
    ...{ po_line_id: 7, pack_type, units_per_carton },
    sizes: qty.map((units, index) => ({ size_id: index + 1, qty: units })),
  })
  const shown = (rows: readonly CartonRow[]) =>
    rows.map(({ first_no, last_no, size_id, units_per_carton }) => [first_no, last_no, size_id, units_per_carton])

  it.each([
    [
      'solid lines by size, each with a last short carton',
      line('solid', 24, 50, 24, 0, 10),
      [
        [1, 2, 1, 24],
        [3, 3, 1, 2],
        [4, 4, 2, 24],
        [5, 5, 4, 10],
      ],
    ],
    [
      'lines with one size like solid ones',
      line('mixed', 24, 30),
      [
        [1, 1, 1, 24],
        [2, 2, 1, 6],
      ],
    ],
    [
      'a ratio with its share of each size',
      line('ratio', 24, 40, 80),
      [
        [1, 5, 1, 8],
        [1, 5, 2, 16],
      ],
    ],
    [
      'a ratio whose last carton holds the packs that are left',
      line('ratio', 24, 30, 60),
      [
        [1, 3, 1, 8],
        [1, 3, 2, 16],
        [4, 4, 1, 6],
        [4, 4, 2, 12],
      ],
    ],
    [
      'fewer packs than a carton holds',
      line('ratio', 24, 2, 4),
      [
        [1, 1, 1, 2],
        [1, 1, 2, 4],
      ],
    ],
    ['packs that do not fill a carton exactly not at all', line('ratio', 20, 30, 60), []],
    [
      'mixed lines that divide',
      line('mixed', 12, 12, 24, 12),
      [
        [1, 4, 1, 3],
        [1, 4, 2, 6],
        [1, 4, 3, 3],
      ],
    ],
    ['mixed lines whose sizes do not divide not at all', line('mixed', 12, 13, 23, 12), []],
    ['mixed lines with a rest not at all', line('mixed', 12, 12, 24, 13), []],
    ['lines without units in a carton not at all', line('solid', null, 40), []],
    ['lines without pieces not at all', line('solid', 12, 0, 0), []],
  ] as [string, Parameters<typeof packLines>[0][number], unknown[][]][])('are %s', (_, one, rows) =>
    expect(shown(packLines([one]))).toEqual(rows),
  )

  it('are numbered on from line to line, with measures in the first row of each run', () => {
    const measures = { length_cm: '60', width_cm: '40', height_cm: '30' }
    const rows = packLines([line('ratio', 10, 20, 30), line('solid', 10, 15)], 101, measures)
    expect(shown(rows)).toEqual([
      [101, 105, 1, 4],
      [101, 105, 2, 6],
      [106, 106, 1, 10],
      [107, 107, 1, 5],
    ])
    expect(rows.map(({ length_cm }) => length_cm)).toEqual(['60', undefined, '60', '60'])
    expect(cartonRowProblems(rows)).toEqual([])
    expect(cargoOfRows(rows)).toMatchObject({ cartons: 7, pieces: 65 })
  })

  it('hold what is ordered, no more and no less', () => {
    for (const units of [1, 7, 24, 500]) {
      const one = line('solid', units, 33, 1, 480)
      expect([...packedUnits(packLines([one])).values()]).toEqual([33, 1, 480])
      const ratio = line('ratio', units * 6, 35, 70, 105)
      expect([...packedUnits(packLines([ratio])).values()]).toEqual([35, 70, 105])
    }
  })
})

describe('lanes', () => {
  const lane: Lane = {
    ...{ supplier_id: 60, incoterm: 'FOB', incoterm_place: 'Shanghai', transport_mode: 'sea' },
    ...{ port_of_loading_id: 1, port_of_discharge_id: 2, ship_to_location_id: 3 },
  }
  it.each([
    ['the same', {}, []],
    ['a place written otherwise', { incoterm_place: '  SHANGHAI ' }, []],
    ['another place', { incoterm_place: 'Ningbo' }, ['incoterm_place']],
    ['a port that one leaves open', { port_of_discharge_id: null }, ['port_of_discharge_id']],
    ['several, in their order', { ship_to_location_id: 4, incoterm: 'FCA' }, ['incoterm', 'ship_to_location_id']],
  ] as const)('differ in nothing else than what differs: %s', (_, changes, fields) => {
    expect(laneDifferences(lane, { ...lane, ...changes })).toEqual(fields)
    expect(laneDifferences({ ...lane, ...changes }, lane)).toEqual(fields)
  })

  it('do not differ where both leave it open', () => {
    const open = Object.fromEntries(laneFields.map((field) => [field, null])) as unknown as Lane
    expect(laneDifferences(open, { ...open, incoterm_place: ' ' })).toEqual([])
  })
})

describe('a packing list that is read', () => {
  const line = {
    ...{ id: 1, line_title: 'PO-1 / 10', article: 'NF-1', colourway: 'Navy' },
    sizes: [
      { size_id: 1, label: 'S' },
      { size_id: 2, label: 'M' },
    ],
  }

  it('puts all that is mixed in a carton into its container', () => {
    const headings = ['Carton', 'S', 'M', 'Container no']
    const source = [{ line: 2, cells: ['1-20', '6', '4', 'csqu 305438-3'] }]
    const { rows, faults } = readCartonRows(headings, source, [line])
    expect(faults).toEqual([])
    expect(rows.map(({ size_id, container_no }) => [size_id, container_no])).toEqual([
      [1, 'CSQU3054383'],
      [2, 'CSQU3054383'],
    ])
  })

  const letters = { ...line, sizes: ['S', 'M', 'L', 'XL'].map((label, at) => ({ size_id: at + 1, label })) }

  it.each([
    ['a column of the size L', ['Carton', 'S', 'M', 'L', 'XL'], ['1', '6', '4', '5', '3'], [6, 4, 5, 3], undefined],
    [
      'a column of the size L beside one of the length',
      ['Carton', 'S', 'M', 'L', 'XL', 'L', 'W', 'H'],
      ['1', '6', '4', '5', '3', '60', '40', '30'],
      [6, 4, 5, 3],
      '60',
    ],
    [
      'the length L beside a size',
      ['Carton', 'Size', 'Units', 'L', 'W', 'H'],
      ['1', 'L', '5', '60', '40', '30'],
      [5],
      '60',
    ],
  ])('knows %s', (_, headings, cells, units, length) => {
    const { rows, faults } = readCartonRows(headings, [{ line: 2, cells }], [letters])
    expect(faults).toEqual([])
    expect(rows.map(({ units_per_carton }) => units_per_carton)).toEqual(units)
    expect(rows[0]?.length_cm ?? undefined).toBe(length)
  })

  it('leaves out sizes with a dash, and reads what a Chinese keyboard writes', () => {
    const headings = ['箱号', 'S', 'M', 'L', 'XL', '外箱尺寸']
    const cells = ['１－２０', '６', '-', '–', '—', '６０＊４０＊３０']
    const { rows, faults } = readCartonRows(headings, [{ line: 2, cells }], [letters])
    expect(faults).toEqual([])
    expect(rows).toMatchObject([
      { first_no: 1, last_no: 20, size_id: 1, units_per_carton: 6, length_cm: '60', width_cm: '40', height_cm: '30' },
    ])
  })

  it('takes a lone L for the length where width and height stand beside it', () => {
    const one = { ...line, sizes: [{ size_id: 3, label: 'L' }] }
    const headings = ['Carton', 'Units', 'L', 'W', 'H']
    const { rows } = readCartonRows(headings, [{ line: 2, cells: ['1', '5', '60', '40', '30'] }], [one])
    expect(rows).toMatchObject([{ size_id: 3, units_per_carton: 5, length_cm: '60', width_cm: '40' }])
  })

  it('reads weights with a comma', () => {
    const headings = ['Carton', 'Size', 'Units', 'Net', 'Gross']
    const { rows } = readCartonRows(headings, [{ line: 2, cells: ['1', 'M', '3', '0,450', '1,2'] }], [line])
    expect(rows.map(({ net_kg, gross_kg }) => [net_kg, gross_kg])).toEqual([['0.450', '1.2']])
  })
})

describe('load types', () => {
  it.each([
    ['sea', ['fcl', 'lcl']],
    ['air', ['air']],
    ['sea_air', ['fcl', 'lcl', 'air']],
    ['courier', ['courier']],
    ['road', ['road']],
    ['rail', ['rail']],
    [null, [...loadTypes]],
  ] as const)('of goods that were ordered by %s are %j', (mode, allowed) => {
    for (const load of loadTypes)
      expect([load, isModeChange(load, mode)]).toEqual([load, !allowed.some((one) => one === load)])
  })

  it('have containers by sea', () => expect(loadTypes.filter(isContainerised)).toEqual(['fcl', 'lcl']))

  it('make exceptions that an administrator approves', () =>
    expect(bookingExceptions.filter((one) => adminExceptions.includes(one))).toEqual(['very_late', 'mode_change']))
})

describe('states of bookings', () => {
  it('with space are booked, and shipped ones have space', () => {
    const booked: readonly string[] = bookedStates
    const space: readonly string[] = spaceStates
    expect(spaceStates.every((state) => booked.includes(state))).toBe(true)
    expect(shippedStates.every((state) => space.includes(state))).toBe(true)
  })
})
