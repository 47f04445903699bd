import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { date, moment, reference, text } from '#shared/kit/fields.ts'

/** A ship's passage from one port to another, with its dates and the cut-offs for cargo and documents. */
export const voyages = defineArea({
  name: 'voyages',
  path: '/apps/voyages',
  title: 'voyage_title',
  fields: {
    voyage_title: text({ readOnly: true, max: 90, search: true, sort: true }),
    vessel_id: reference('vessels', { required: true, states: ['active'], openTitle: true, sort: true }),
    voyage_no: text({ required: true, max: 20, case: 'upper', search: 'code', sort: true }),
    carrier: text({ max: 60, search: true, sort: true }),
    service: text({ max: 40 }),
    port_of_loading_id: reference('ports', { required: true, openTitle: true, sort: true }),
    port_of_discharge_id: reference('ports', { required: true, openTitle: true, sort: true }),
    etd: date({ required: true, sort: true }),
    eta: date({ required: true, sort: true }),
    cfs_cutoff: moment(),
    cy_cutoff: moment(),
    si_cutoff: moment(),
    vgm_cutoff: moment(),
  },
  access: { read: 'everyone', create: ['admin', 'Office'], edit: ['admin', 'Office'], delete: ['admin'] },
  key: ['vessel_id', 'voyage_no', 'port_of_loading_id'],
  sort: ['-etd', 'id'],
  columns: [
    'voyage_title',
    'carrier',
    'service',
    'port_of_loading_id',
    'port_of_discharge_id',
    'etd',
    'eta',
    'cy_cutoff',
    'si_cutoff',
    'vgm_cutoff',
  ],
})
export type Voyage = RecordOf<typeof voyages>
