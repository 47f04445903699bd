import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { specAllocations } from '../area'

export const screenText = screenTexts(specAllocations)
