import type { SectionPlan } from '#web/kit/form/sections.ts'

/** Fields on the page of a booking; the wizard edits those that users enter. */
export const sections: readonly SectionPlan[] = [
  {
    name: 'lane',
    fields: [
      'supplier_id',
      'factory_id',
      'incoterm',
      'incoterm_place',
      'transport_mode',
      'port_of_loading_id',
      'port_of_discharge_id',
      'ship_to_location_id',
      'ship_to_country',
    ],
  },
  {
    name: 'carrier',
    fields: [
      'forwarder',
      'carrier',
      'voyage_id',
      'vessel',
      'voyage_no',
      'so_no',
      'hbl_no',
      'mbl_no',
      'awb_no',
      'bl_release',
      'cfs_cutoff',
      'cy_cutoff',
      'si_cutoff',
      'vgm_cutoff',
    ],
  },
  {
    name: 'goods',
    fields: [
      'load_type',
      'goods_description',
      'hanging',
      'dangerous_goods',
      'dangerous_class',
      'part_shipment',
      'cartons_qty',
      'pieces_qty',
      'gross_kg',
      'net_kg',
      'volume_m3',
      'chargeable',
    ],
  },
  {
    name: 'parties',
    fields: [
      'consignee',
      'notify_party',
      'remarks',
      'submitted_by',
      'submitted_at',
      'approved_by',
      'approved_at',
      'status_before_cancel',
      'cancel_reason',
    ],
  },
]

/** Shown as a timeline instead of as fields. */
export const timelineFields = [
  ...['cargo_ready_date', 'requested_etd', 'cargo_received_on', 'etd', 'atd', 'eta', 'ata'],
  ...['documents_due', 'documents_complete_on'],
] as const
