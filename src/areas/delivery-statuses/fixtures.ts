/** A status in addition to those of every new database. */
export const fixtures = [
  {
    code: 'fabric_in_house',
    name_en: 'Fabric in house',
    name_zh: '面料到厂',
    stage: 'pre_production',
    sort: 35,
    set_by: 'supplier',
    tone: 'info',
  },
]
