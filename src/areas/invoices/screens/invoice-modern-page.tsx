import { loadAllAreas } from '#web/i18n.ts'
import { PrintInvoice } from './print-invoice'

/** Texts of the signed-in part travel when the page is first opened. */
export const ready = loadAllAreas

/** The modern form of an invoice, for the printer. */
export const Page = () => <PrintInvoice form="modern" />
