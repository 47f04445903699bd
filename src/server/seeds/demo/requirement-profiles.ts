/** Requirements of some demo lines, in addition to those of every line; the programmes are those of a new database. */
export const demoProfiles = (
  programs: ReadonlyMap<string, number>,
  leastGrade: number | null,
  market: number | null,
  brand: number | null,
) => [
  {
    code: 'SOCIAL_AUDIT',
    name_en: 'Social audit of the factory',
    name_zh: '工厂社会责任审核',
    notes: 'Valid on the day on which the goods leave the factory.',
    programs: ['AMFORI_BSCI', 'SMETA', 'SA8000', 'WRAP'].flatMap((code) => {
      const standard_program_id = programs.get(code)
      return standard_program_id
        ? [
            {
              group_name: 'Social audit 社会责任审核',
              standard_program_id,
              least_grade_id: code === 'AMFORI_BSCI' ? leastGrade : null,
            },
          ]
        : []
    }),
  },
  {
    code: 'SAMPLES_AND_INSPECTION',
    name_en: 'Samples and final inspection',
    name_zh: '样品与终期检验',
    notes: 'Samples that cutting, bulk production or shipment waits for, and an accepted final inspection.',
    house_brand_id: brand,
    requirements: ['sample', 'inspection'].map((kind) => ({ kind, is_needed: true })),
  },
  {
    code: 'DOCUMENTS',
    name_en: 'Test report and packing instructions',
    name_zh: '检测报告与包装说明',
    notes: 'As files of the line or of its order.',
    house_brand_id: brand,
    requirements: ['packing_instruction', 'test_report'].map((type) => ({
      kind: 'attachments',
      type,
      is_needed: true,
    })),
  },
  {
    code: 'US_TESTING',
    name_en: 'Test reports for the United States',
    name_zh: '美国市场测试报告',
    label_market_id: market,
    requirements: [{ kind: 'specification', type: 'testing', is_needed: true }],
    status: 'retired',
  },
]
