import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { factories } from '../area'

export const screenText = screenTexts(factories)
