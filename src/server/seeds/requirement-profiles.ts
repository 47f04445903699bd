/** The requirements of every order line until an administrator changes them. */
export const requirementProfiles = [
  {
    code: 'EVERY_LINE',
    name_en: 'Every order line',
    name_zh: '所有订单行',
    requirements: ['factory', 'fibre', 'care', 'specification', 'artwork'].map((kind) => ({ kind, is_needed: true })),
  },
]
