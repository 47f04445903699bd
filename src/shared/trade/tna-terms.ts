/** The side that is responsible for a milestone. */
export const taskOwners = ['office', 'supplier'] as const
export type TaskOwner = (typeof taskOwners)[number]

/** The dates of a line from which milestones are calculated: issue of the order, ex-factory, departure and arrival. */
export const taskAnchors = ['order', 'ex_factory', 'etd', 'eta'] as const
export type TaskAnchor = (typeof taskAnchors)[number]

/** What completes a milestone: a person (`manual`), or an event in the portal. */
export const taskReporters = [
  'manual',
  'issued',
  'acknowledged',
  'factory_allocated',
  'prices_released',
  'tickets_confirmed',
  'specifications_acknowledged',
  'composition_and_care',
  'artwork_approved',
  'lab_dip_sent',
  'lab_dip_approved',
  'fit_sent',
  'fit_approved',
  'size_set_sent',
  'size_set_approved',
  'pps_sent',
  'pps_approved',
  'top_approved',
  'pp_meeting_held',
  'inline_inspected',
  'dupro_inspected',
  'lab_test_passed',
  'final_passed',
  'material_in_house',
  'cutting',
  'sewing',
  'packing',
  'ex_factory',
  'booking_submitted',
  'booking_approved',
  'on_board',
  'documents_complete',
  'received_in_dc',
] as const
export type TaskReporter = (typeof taskReporters)[number]
