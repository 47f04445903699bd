import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { containers } from '../area'

export const screenText = screenTexts(containers)

/** Pages of containers besides list, form and record. */
export const arrivalsPath = `${containers.path}/arrivals`
export const docksPath = `${containers.path}/docks`
