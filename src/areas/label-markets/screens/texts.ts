import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { labelMarkets } from '../area'

export const screenText = screenTexts(labelMarkets)
