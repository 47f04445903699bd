/** Requirements in addition to those of every new database. */
export const fixtures = [
  {
    code: 'CO-TR',
    name_en: 'Certificate of origin for Turkey',
    name_zh: '出口土耳其：原产地证',
    doc_type: 'certificate_of_origin',
    countries: 'TR',
  },
  {
    code: 'TEST-JP',
    name_en: 'Test report for Japan by air',
    name_zh: '空运日本：检测报告',
    doc_type: 'test_report',
    countries: 'JP',
    load_types: ['air', 'courier'],
  },
]
