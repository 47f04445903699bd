import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { yarns } from '../area'

export const screenText = screenTexts(yarns)
