/** Sailings of the vessels; references by business key. */
export const fixtures = [
  {
    vessel_id: { name: 'CORAL MERIDIAN' },
    voyage_no: '214W',
    service: 'AEX 2',
    port_of_loading_id: { code: 'CNSHA' },
    port_of_discharge_id: { code: 'GBFXT' },
    etd: '2026-12-12',
    eta: '2027-01-11',
    cy_cutoff: '2026-12-10T08:00:00Z',
    si_cutoff: '2026-12-09T04:00:00Z',
    vgm_cutoff: '2026-12-10T04:00:00Z',
  },
]
