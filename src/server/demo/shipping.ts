import type { Files } from '#server/files/store.ts'
import type { Work } from '#server/kit/kit.ts'
import {
  type DemoBookedLine,
  demoBookedLines,
  demoBookings,
  demoVessels,
  demoVoyages,
} from '#server/seeds/demo/bookings.ts'
import {
  type DemoReceivedBooking,
  demoReceivedBookings,
  moveContainers,
  receivedContainers,
} from '#server/seeds/demo/containers.ts'
import { dateDocumentFiles, makeDocuments } from '#server/seeds/demo/shipping-documents.ts'
import { create } from './create'
import { attachAll } from './files'

/** Creates vessels, voyages and bookings in every state, as the orders' booked and shipped quantities require. */
export const loadBookings = async (work: Work, day: string): Promise<void> => {
  await create(work, 'vessels', demoVessels)
  await create(work, 'voyages', demoVoyages(day))
  const lines = await work.tx.query<DemoBookedLine>(demoBookedLines)
  await create(work, 'bookings', demoBookings(lines, day))
}

/**
 * Adds the containers of received goods to those that creating the bookings has made for goods on the way, and enters how
 * far each container has come.
 */
export const loadContainers = async (work: Work, day: string): Promise<void> => {
  const { tx } = work
  await tx.query(`insert into demo_records (area, record_id) select 'containers', id from containers`)
  const received = await tx.query<DemoReceivedBooking>(demoReceivedBookings)
  if (received.length > 0) await create(work, 'containers', receivedContainers(received, day))
  await moveContainers(work, day)
  await tx.query(`delete from history where document_area = 'containers'`)
}

/** Creates the shipping documents of the bookings, with their files. */
export const loadShippingDocuments = async (work: Work, day: string, files: Files | undefined) => {
  const papers = await makeDocuments(work, day, files !== undefined)
  if (!files) return
  await attachAll(work.tx, files, papers)
  await dateDocumentFiles(work.tx)
}
