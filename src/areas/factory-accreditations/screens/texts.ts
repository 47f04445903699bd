import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { factoryAccreditations } from '../area'

export const screenText = screenTexts(factoryAccreditations)
