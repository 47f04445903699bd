import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { requirementProfiles } from '../area'

export const screenText = screenTexts(requirementProfiles)
