const items = (days: Readonly<Record<string, number>>) =>
  Object.entries(days).map(([code, days_before]) => ({ sample_type_id: { code }, days_before }))

/** The samples of a new style; the days match the milestones of the usual template, and are working days. */
export const samplePlans = [
  {
    code: 'STANDARD',
    name_en: 'New style',
    name_zh: '新款',
    items: items({ LAB_DIP: 55, FIT: 52, SIZE_SET: 41, PPS: 30, TOP: 10, SHIPMENT: 5 }),
  },
]
