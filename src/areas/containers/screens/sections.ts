import type { SectionPlan } from '#web/kit/form/sections.ts'

/** The sections of form and page. */
export const sections: readonly SectionPlan[] = [
  { name: 'container', fields: ['container_no', 'type', 'seal_no', 'shipper_owned', 'holds'] },
  {
    name: 'voyage',
    fields: [
      'carrier',
      'vessel',
      'voyage_no',
      'mbl_no',
      'port_of_loading_id',
      'port_of_discharge_id',
      'etd',
      'eta',
      'loaded_on',
      'atd',
      'ata',
    ],
  },
  {
    name: 'customs',
    fields: ['customs_entry_no', 'held_on', 'cleared_on', 'last_free_day', 'gated_out_on'],
  },
  { name: 'delivery', fields: ['location_id', 'appointment_at', 'dock', 'arrived_dc_on'] },
  { name: 'empty', fields: ['detention_free_days', 'empty_return_due', 'empty_returned_on'] },
]

/** Fields of the receipt on the page. */
export const receipt: SectionPlan = {
  name: 'receipt',
  fields: [
    'unload_started_at',
    'unload_ended_at',
    'seal_check',
    'received_on',
    'expected_cartons',
    'received_cartons',
    'expected_qty',
    'received_qty',
    'short_qty',
    'over_qty',
    'damaged_qty',
    'discrepancy',
    'damage_notes',
  ],
}
