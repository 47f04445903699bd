import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { settings } from '../area'

export const screenText = screenTexts(settings)
