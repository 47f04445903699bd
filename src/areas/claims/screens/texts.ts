import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { claims } from '../area'

export const screenText = screenTexts(claims)
