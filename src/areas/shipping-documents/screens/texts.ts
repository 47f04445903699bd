import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { shippingDocuments } from '../area'

export const screenText = screenTexts(shippingDocuments)
