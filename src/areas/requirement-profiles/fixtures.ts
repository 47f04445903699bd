/** A profile that waives requirements, and one with programmes. */
export const fixtures = [
  {
    code: 'ACCESSORIES',
    name_en: 'Accessories without care label',
    name_zh: '无洗唛配饰',
    requirements: [
      { kind: 'care', is_needed: false },
      { kind: 'artwork', type: 'care_label', is_needed: false },
    ],
  },
  {
    code: 'ORGANIC',
    name_en: 'Organic cotton',
    name_zh: '有机棉',
    notes: 'The certificate names the factory that makes the goods.',
    requirements: [{ kind: 'specification', type: 'testing', is_needed: true }],
    programs: [{ group_name: 'Organic content', standard_program_id: { code: 'HOUSE_CODE' } }],
  },
]
