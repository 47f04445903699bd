/** A full container that waits for its ship; its goods are added by bookings. */
export const fixtures = [
  {
    container_no: 'MEDU8707688',
    type: '40HC',
    seal_no: 'FX11893402',
    carrier: 'MSC',
    vessel: 'MSC GÜLSÜN',
    voyage_no: 'FE412W',
    mbl_no: 'MEDUQ4418821',
    etd: '2098-02-04',
    eta: '2098-03-12',
    detention_free_days: 7,
  },
]
