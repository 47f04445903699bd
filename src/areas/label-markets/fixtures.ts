/** Markets in addition to those of every new database. */
export const fixtures = [
  {
    code: 'CH',
    name_en: 'Switzerland',
    name_zh: '瑞士',
    width_mm: 35,
    font_pt: '5.5',
    countries: [{ country: 'CH' }, { country: 'LI' }],
    languages: [
      { seq: 10, language: 'de' },
      { seq: 20, language: 'fr' },
      { seq: 30, language: 'it' },
    ],
    parts: [
      { seq: 10, part: 'brand' },
      { seq: 20, part: 'size' },
      { seq: 30, part: 'composition' },
      { seq: 40, part: 'care_symbols' },
      { seq: 50, part: 'origin' },
      { seq: 60, part: 'importer', value: 'Alpen Textil AG, Bahnhofstrasse 12, 8001 Zürich' },
    ],
  },
]
