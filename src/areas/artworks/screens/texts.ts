import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { artworks } from '../area'

export const screenText = screenTexts(artworks)
