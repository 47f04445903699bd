import type { CartonLabel, CartonLabelForm } from '#shared/trade/carton-label.ts'
import type { CartonMark } from '#shared/trade/carton-mark.ts'
import type { PriceTicket } from '#shared/trade/price-ticket.ts'
import type { SampleLabel, SampleLabelForm } from '#shared/trade/sample-label.ts'

/** Carton marks, price tickets, sample labels or carton labels that are to be laid out or printed. */
export type MarkOrder = {
  /** Title and language of the document, for screen readers. */
  title: string
  language: string
} & (
  | { kind: 'carton_mark'; marks: readonly CartonMark[] }
  | { kind: 'price_ticket'; marks: readonly PriceTicket[] }
  | { kind: 'sample_label'; marks: readonly SampleLabel[]; form: SampleLabelForm }
  | { kind: 'carton_label'; marks: readonly CartonLabel[]; form: CartonLabelForm }
)
