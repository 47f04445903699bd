/** Auditing firms; references by business key. */
export const fixtures = [
  {
    code: 'SGS',
    name_en: 'SGS',
    name_zh: '通标标准技术服务（SGS）',
    country: 'CH',
    website: 'https://www.sgs.com',
    accreditation_body: 'APSCA',
    accreditation_no: 'APSCA-11600021',
    accreditation_expiry: '2031-12-31',
    programs: [{ standard_program_id: { code: 'HOUSE_CODE' } }, { standard_program_id: { code: 'RMS' } }],
    contacts: [{ full_name: 'Li Na', function: 'booking', email: 'li.na@sgs.example', phone: '+86 21 6107 2000' }],
  },
  {
    code: 'QIMA',
    name_en: 'QIMA',
    name_zh: '启迈（QIMA）',
    country: 'HK',
    website: 'https://www.qima.com',
    programs: [{ standard_program_id: { code: 'HOUSE_CODE' }, country: 'CN' }],
    contacts: [],
  },
]
