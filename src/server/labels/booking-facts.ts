import type { Kit } from '#server/kit/kit.ts'
import type { Principal } from '#server/kit/principal.ts'
import { renderText } from '#server/texts.ts'
import { type Language, textOf } from '#shared/kit/text.ts'
import type { LabelCommon, LabelledRow } from '#shared/trade/carton-label.ts'
import type { CartonRow } from '#shared/trade/packing.ts'

/** The fields of a booking that its labels need, with the titles of references. */
export interface LabelledBooking {
  [field: string]: unknown
  booking_no: string
  supplier: Titled
  lines: readonly { po_line_id: number; purchase_order: Titled; article: Titled; colourway: Titled }[]
  cartons: readonly (CartonRow & { size: Titled; sscc_serial: number | null })[]
}
type Titled = { title?: string } | null | undefined

/** The rows of the packing list with the titles of their contents. */
export const labelledRows = ({ lines, cartons }: LabelledBooking): LabelledRow[] => {
  const byLine = new Map(lines.map((line) => [line.po_line_id, line]))
  return cartons.map(({ size, ...row }) => {
    const line = byLine.get(Number(row.po_line_id))
    return {
      ...row,
      content: {
        order: line?.purchase_order?.title ?? '',
        style: line?.article?.title ?? '',
        colour: line?.colourway?.title ?? null,
        size: size?.title ?? null,
      },
    }
  })
}

/** The texts that all labels of a booking share, as far as the reader may know them. */
export const labelCommon = async (
  kit: Kit,
  me: Principal,
  booking: LabelledBooking,
  language: Language,
): Promise<LabelCommon> => {
  const [factory, location, settings] = await Promise.all([
    recordOf(kit, me, 'factories', booking.factory_id),
    recordOf(kit, me, 'locations', booking.ship_to_location_id),
    kit.settings(),
  ])
  const prefix = typeof settings.gs1_company_prefix === 'string' ? settings.gs1_company_prefix : null
  const hasSerials = booking.cartons.some(({ sscc_serial }) => sscc_serial !== null)
  const isOffice = kit.can(me.role, 'settings', 'read')
  return {
    booking_no: booking.booking_no,
    ship_from: factory
      ? [text(factory.name_en), ...linesIn(factory.address_en), place(factory.city, factory.country)].filter(Boolean)
      : [booking.supplier?.title ?? ''],
    ship_to: location
      ? [text(location.name_en), ...linesIn(location.address), place(location.city, location.country)].filter(Boolean)
      : [countryName(booking.ship_to_country)],
    prefix,
    note: noteOf(prefix, hasSerials, isOffice, language),
  }
}

/** Why there is no barcode: a missing company prefix (for the office only), or serials that come with the submission. */
const noteOf = (prefix: string | null, hasSerials: boolean, isOffice: boolean, language: Language) => {
  if (prefix === null) return isOffice ? renderText(textOf('problems.marks.no_company_prefix'), language) : null
  return hasSerials ? null : renderText(textOf('problems.marks.no_sscc_yet'), language)
}

const recordOf = async (kit: Kit, me: Principal, area: string, id: unknown) => {
  if (typeof id !== 'number') return undefined
  const [record] = await kit.repository(area).find(kit.db, me, [id])
  return record
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const linesIn = (value: unknown) =>
  text(value)
    .split('\n')
    .map((line) => line.trim())
const countries = new Intl.DisplayNames(['en'], { type: 'region' })
const countryName = (code: unknown) => (typeof code === 'string' && code ? (countries.of(code) ?? code) : '')
const place = (city: unknown, country: unknown) => [text(city), countryName(country)].filter(Boolean).join(', ')
