import { divide, multiply, round, sum, withoutTrailingZeros } from '#shared/base/money.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { cartonGtin, gtinFault } from '#shared/standards/gtin.ts'
import { originText } from './label-origin'
import type { MarkGap } from './mark'

/** An order line, as far as the marks of its cartons need it. */
export interface CartonLine {
  id: number
  purchase_order_id: number
  po_no: string
  line_no: number
  line_title: string
  is_cancelled: boolean
  article_id: number
  article_no: string
  colour_code: string | null
  colour: string | null
  qty: number
  pack_type: string | null
  units_per_carton: number | null
  country_of_origin: string | null
  /** The destination with its country. */
  destination: string | null
  unit_weight_g: string | null
  carton_weight_g: string | null
  carton_length_cm: string | null
  carton_width_cm: string | null
  carton_height_cm: string | null
  /** The indicator digit of the GTIN-14 of a full carton of one size. */
  carton_indicator: number | null
  quantities: readonly { size: string; gtin: string | null; qty: number }[]
}

/** Consecutive cartons with the same content. */
export interface CartonGroup {
  from: number
  to: number
  units: number
  /** The content of each carton; quantities are null if the ratio of a mixed carton does not determine them. */
  sizes: readonly { size: string; qty: number | null }[]
  /** The GTIN-14 of a full carton of one size. */
  gtin: string | null
}

/** The content of the mark of one carton. */
export interface CartonMark {
  po_no: string
  line_no: number
  article_no: string
  colour: string | null
  sizes: CartonGroup['sizes']
  units: number
  carton: number
  cartons: number
  gross_kg: string
  net_kg: string
  dims_cm: string
  origin: string
  destination: string
  gtin: string | null
}

/** The cartons of a line in packing order: full ones size by size, each followed by its remainder. */
export const cartonGroups = (line: CartonLine): CartonGroup[] => {
  const { units_per_carton: full, pack_type, quantities, qty } = line
  if (!full || full < 1) return []
  const isSolid = (pack_type ?? 'solid') === 'solid'
  const parts = isSolid && quantities.length > 0 ? quantities.map((size) => [size]) : [quantities]
  const groups: CartonGroup[] = []
  const add = (count: number, group: Omit<CartonGroup, 'from' | 'to'>) => {
    if (count < 1 || group.units < 1) return
    const from = (groups.at(-1)?.to ?? 0) + 1
    groups.push({ ...group, from, to: from + count - 1 })
  }
  for (const sizes of parts) {
    const units = sizes.length > 0 ? sizes.reduce((total, size) => total + size.qty, 0) : qty
    const [only, second] = sizes
    const isOfOne = isSolid && only !== undefined && second === undefined
    const inEach = (count: number) =>
      sizes.map(({ size, qty: ordered }) => ({ size, qty: isOfOne ? count : shareOf(ordered, count, units) }))
    add(Math.floor(units / full), {
      units: full,
      sizes: inEach(full),
      gtin: isOfOne ? gtinOf(line.carton_indicator, only.gtin) : null,
    })
    add(1, { units: units % full, sizes: inEach(units % full), gtin: null })
  }
  return groups
}

/** The units of a size in each carton if cartons are packed in the line's ratio; null if that is not a whole number. */
const shareOf = (ordered: number, inCarton: number, units: number): number | null => {
  const share = (ordered * inCarton) / units
  return Number.isInteger(share) ? share : null
}

const gtinOf = (indicator: number | null, gtin: string | null): string | null =>
  indicator && gtin && gtinFault(gtin) === null ? cartonGtin(indicator, gtin) : null

/** The number of cartons. */
export const cartonCount = (groups: readonly CartonGroup[]): number => groups.at(-1)?.to ?? 0

/** The marks of a range of cartons. Check `missingForMarks` first. */
export const cartonMarks = (line: CartonLine, from: number, to: number): CartonMark[] => {
  const groups = cartonGroups(line)
  const cartons = cartonCount(groups)
  return groups.flatMap((group) => {
    const first = Math.max(group.from, from)
    const count = Math.max(0, Math.min(group.to, to) - first + 1)
    return Array.from({ length: count }, (_, index) => markOf(line, group, first + index, cartons))
  })
}

const markOf = (line: CartonLine, group: CartonGroup, carton: number, cartons: number): CartonMark => {
  const { po_no, line_no, article_no, colour_code, colour } = line
  const { sizes, units, gtin } = group
  return {
    ...{ po_no, line_no, article_no, sizes, units, carton, cartons, gtin },
    colour: [colour_code, colour].filter(Boolean).join(' ') || null,
    ...weightsOf(line, units),
    dims_cm: sidesOf(line)
      .map((side) => withoutTrailingZeros(side ?? '0'))
      .join(' × '),
    origin: line.country_of_origin ? originText(line.country_of_origin, 'en') : '',
    destination: line.destination ?? '',
  }
}

/** Net weight of the units, and gross weight including the empty carton. */
const weightsOf = ({ unit_weight_g, carton_weight_g }: CartonLine, units: number) => {
  const net = multiply(unit_weight_g ?? '0', String(units))
  const kilograms = (grams: string) => round(divide(grams, '1000', 5), 2)
  return { net_kg: kilograms(net), gross_kg: kilograms(sum([net, carton_weight_g ?? '0'])) }
}

const sidesOf = ({ carton_length_cm, carton_width_cm, carton_height_cm }: CartonLine) => [
  carton_length_cm,
  carton_width_cm,
  carton_height_cm,
]

/** The content of the QR code on the carton: order, line and carton. */
export const cartonReference = ({ po_no, line_no, carton, cartons }: CartonMark): string =>
  `PO=${po_no};LINE=${line_no};CARTON=${carton};OF=${cartons}`

/** What is missing before the cartons of a line can be marked; an empty list if nothing is. */
export const missingForMarks = (line: CartonLine): MarkGap[] => {
  const ofOrder = (text: Text): MarkGap => ({ text, source: 'order', id: line.purchase_order_id })
  const ofArticle = (text: Text): MarkGap => ({ text, source: 'article', id: line.article_id })
  if (line.is_cancelled) return [ofOrder(textOf('problems.marks.line_cancelled'))]
  return [
    ...(line.units_per_carton ? [] : [ofOrder(textOf('problems.marks.no_units_per_carton'))]),
    ...(line.country_of_origin ? [] : [ofOrder(textOf('problems.marks.no_origin'))]),
    ...(line.destination ? [] : [ofOrder(textOf('problems.marks.no_destination'))]),
    ...(Number(line.unit_weight_g) > 0 ? [] : [ofArticle(textOf('problems.marks.no_unit_weight'))]),
    ...(Number(line.carton_weight_g) > 0 ? [] : [ofArticle(textOf('problems.marks.no_carton_weight'))]),
    ...(sidesOf(line).every((side) => Number(side) > 0) ? [] : [ofArticle(textOf('problems.marks.no_carton_sides'))]),
    ...line.quantities.flatMap(({ size, gtin }) => {
      const fault = gtin ? gtinFault(gtin) : null
      return fault ? [ofArticle(textOf('problems.marks.gtin_fault', { size, gtin: gtin ?? '', fault }))] : []
    }),
  ]
}
