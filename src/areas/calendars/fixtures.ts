/** Calendars in addition to those of every new database. */
export const fixtures = [
  {
    country: 'PT',
    name_en: 'Portugal',
    name_zh: '葡萄牙',
    working_days: ['mon', 'tue', 'wed', 'thu', 'fri'],
    holidays: [
      { date: '2027-01-01', name_en: 'New Year’s Day', name_zh: '元旦' },
      { date: '2027-04-25', name_en: 'Freedom Day', name_zh: '自由日' },
      { date: '2027-06-10', name_en: 'Portugal Day', name_zh: '葡萄牙日' },
    ],
  },
]
