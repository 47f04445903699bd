/** The labels of quality activities in a new database. */
export const labels = [
  { handle: 'urgent', name_en: 'Urgent', name_zh: '紧急', colour: 'red' },
  { handle: 'new-factory', name_en: 'New factory', name_zh: '新工厂', colour: 'blue' },
  { handle: 'repeat-defect', name_en: 'Repeated defect', name_zh: '重复问题', colour: 'orange' },
  { handle: 'childrenswear', name_en: 'Children’s wear', name_zh: '童装', colour: 'pink' },
  { handle: 'high-value', name_en: 'High value', name_zh: '高价值', colour: 'green' },
]
