import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { bookings } from '../area'

export const screenText = screenTexts(bookings)

/** Paths of the wizard. */
export const newPath = '/apps/new-booking'
export const editPath = (id: number) => `${newPath}/edit?id=${id}`
export const successPath = (id: number) => `${newPath}/booking_success?id=${id}`
