import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { invoices } from '../area'

export const screenText = screenTexts(invoices)
