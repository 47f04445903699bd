import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { paymentRuns } from '../area'

export const screenText = screenTexts(paymentRuns)
