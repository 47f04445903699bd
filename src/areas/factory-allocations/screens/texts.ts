import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { factoryAllocations } from '../area'

export const screenText = screenTexts(factoryAllocations)
