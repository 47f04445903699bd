import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { artworkAllocations } from '../area'

export const screenText = screenTexts(artworkAllocations)
