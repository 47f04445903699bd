import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { careAllocations } from '../area'

export const screenText = screenTexts(careAllocations)
