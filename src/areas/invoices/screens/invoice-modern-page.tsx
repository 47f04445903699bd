import { loadAllAreas } from '#web/i18n.ts'
import { PrintInvoice } from './print-invoice'

/** Loads the texts of the signed-in part before the page is first shown. */
export const ready = loadAllAreas

/** The modern layout of an invoice for printing. */
export const Page = () => <PrintInvoice form="modern" />
