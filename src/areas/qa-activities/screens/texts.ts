import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { qaActivities } from '../area'

export const screenText = screenTexts(qaActivities)
