/** Ships with their numbers of the International Maritime Organization. */
export const fixtures = [
  { name: 'CORAL MERIDIAN', imo_no: '9074729', carrier: 'Meridian Line', flag_country: 'SG', capacity_teu: 14000 },
  { name: 'NORTHERN HERON', imo_no: '9319466', carrier: 'Heron Shipping', flag_country: 'LR', capacity_teu: 9600 },
]
