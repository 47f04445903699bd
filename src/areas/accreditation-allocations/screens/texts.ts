import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { accreditationAllocations } from '../area'

export const screenText = screenTexts(accreditationAllocations)
