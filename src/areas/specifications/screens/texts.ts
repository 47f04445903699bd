import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { specifications } from '../area'

export const screenText = screenTexts(specifications)
