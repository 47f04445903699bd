import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { suppliers } from '../area'

export const screenText = screenTexts(suppliers)
