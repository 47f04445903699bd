import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { fibreAllocations } from '../area'

export const screenText = screenTexts(fibreAllocations)
