import { defineArea } from '#shared/kit/area.ts'
import { flag, reference, rows, text } from '#shared/kit/fields.ts'

export const colourways = defineArea({
  name: 'colourways',
  title: 'name_en',
  titleZh: 'name_zh',
  fields: {
    article_id: reference('articles', { required: true, fixed: true }),
    code: text({ required: true, max: 20, case: 'upper', search: 'code', sort: true }),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    pantone_ref: text({ max: 40 }),
    // The yarn it is knitted from; its composition applies when the colourway has no fibres of its own.
    yarn_id: reference('yarns', { states: ['active'], read: ['admin', 'Office', 'Agent'] }),
    active: flag({ default: true }),
    fibres: rows('colourway-fibres', { by: 'colourway_id', max: 60 }),
    skus: rows('skus', { by: 'colourway_id', max: 60 }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'articles', by: 'article_id' },
  key: ['code'],
  sort: ['code'],
})
