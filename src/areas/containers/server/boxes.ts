import type { Doc } from '#server/kit/kit.ts'
import { type CartonRow, firstOfRuns, rowPieces } from '#shared/trade/packing.ts'

/** The goods of a booked line in a container. */
export interface BoxLine {
  booking_line_id: number
  po_line_id: number
  expected_cartons: number
  sizes: { size_id: number | null; expected_qty: number }[]
}

/** A container of a booking with its goods. */
export interface Box {
  container_no: string | null
  type: string
  seal_no: string | null
  shipper_owned: boolean
  lines: BoxLine[]
}

/**
 * The containers of a booking with their goods: by the packing list if it names the containers of cartons, else all goods
 * in the first one. Containers without goods are left out. A booking without containers of its own (LCL, air) is one
 * consignment.
 */
export const boxesOf = (booking: Doc): Box[] => {
  const lines = (booking.lines ?? []) as Doc[]
  const cartons = (booking.cartons ?? []) as unknown as CartonRow[]
  const numbered = ((booking.containers ?? []) as Doc[]).filter(({ container_no }) => Boolean(container_no))
  const allGoods = () => linesOf(lines, cartons)
  if (numbered.length === 0) {
    const type = looseType[String(booking.load_type)]
    return type ? [{ container_no: null, type, seal_no: null, shipper_owned: false, lines: allGoods() }] : []
  }
  const named = new Set(numbered.map(({ container_no }) => String(container_no)))
  const boxes = numbered.map((row, index) => {
    const number = String(row.container_no)
    // Cartons without a container, or with one that is not on the booking, count for the first container.
    const boxCartons = cartons.filter(
      ({ container_no }) => container_no === number || (index === 0 && !named.has(String(container_no ?? ''))),
    )
    return {
      container_no: number,
      type: String(row.type),
      seal_no: (row.seal_no as string | null) ?? null,
      shipper_owned: row.shipper_owned === true,
      lines: cartons.length > 0 ? linesOf(lines, boxCartons, true) : index === 0 ? allGoods() : [],
    }
  })
  return boxes.filter(({ lines: goods }) => goods.length > 0)
}

const looseType: Readonly<Record<string, string>> = {
  lcl: 'LCL',
  air: 'AIR',
  courier: 'AIR',
  road: 'LCL',
  rail: 'LCL',
}

/** Lines with their pieces by size: as packed, or as booked if the line has no cartons. */
const linesOf = (lines: readonly Doc[], cartons: readonly CartonRow[], onlyPacked = false): BoxLine[] => {
  const isFirst = firstOfRuns(cartons)
  return lines.flatMap((line) => {
    const po_line_id = Number(line.po_line_id)
    const lineCartons = cartons.flatMap((row, index) => (Number(row.po_line_id) === po_line_id ? [{ row, index }] : []))
    const packed = new Map<number, number>()
    for (const { row } of lineCartons) {
      const size = Number(row.size_id ?? 0)
      packed.set(size, (packed.get(size) ?? 0) + rowPieces(row))
    }
    if (onlyPacked && lineCartons.length === 0) return []
    const sizes =
      lineCartons.length > 0
        ? [...packed].map(([size, expected_qty]) => ({ size_id: size || null, expected_qty }))
        : ((line.sizes ?? []) as Doc[])
            .filter(({ qty }) => Number(qty) > 0)
            .map(({ size_id, qty }) => ({ size_id: (size_id as number | null) ?? null, expected_qty: Number(qty) }))
    const expected_cartons = lineCartons.reduce(
      (sum, { row, index }) => sum + (isFirst[index] ? Math.max(Number(row.last_no) - Number(row.first_no) + 1, 0) : 0),
      0,
    )
    return [
      {
        booking_line_id: Number(line.id),
        po_line_id,
        expected_cartons: lineCartons.length > 0 ? expected_cartons : Number(line.cartons_qty ?? 0),
        sizes,
      },
    ]
  })
}
