import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { sampleRequests } from '../area'

export const screenText = screenTexts(sampleRequests)

/** Paths of the forms. */
export const requestPath = '/apps/sample_management/sample_request'
export const scanPath = '/apps/sample_management/scan'
export const parcelPath = '/apps/sample_management/sample_fulfillment'
