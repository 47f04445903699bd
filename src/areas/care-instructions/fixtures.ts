/** The demo data has a care instruction of each state; tests start with these two. */
export const fixtures = [
  {
    code: 'CI-9001',
    name_en: 'Cotton jersey, dark colours',
    name_zh: '棉汗布，深色',
    fabric: '100% cotton jersey, 160 g/m²',
    wash: 'W40',
    bleach: 'BN',
    tumble: 'TL',
    iron: 'I150',
    dry_clean: 'PN',
    warnings: ['wash_dark_separately', 'wash_inside_out'],
  },
  {
    code: 'CI-9002',
    name_en: 'Fine merino knit',
    name_zh: '细针美利奴毛衫',
    fabric: '100% merino wool, 14 gauge',
    standard: 'AS_NZS_1957',
    wash: 'WH',
    bleach: 'BN',
    tumble: 'TX',
    natural_dry: 'DF',
    iron: 'I150',
    dry_clean: 'PM',
    warnings: ['do_not_soak', 'reshape_damp', 'warm_iron_reverse'],
  },
]
