import { defineArea } from '#shared/kit/area.ts'
import { reference, text } from '#shared/kit/fields.ts'

/** An additional season in which an article is offered unchanged. */
export const articleSeasons = defineArea({
  name: 'article-seasons',
  title: 'season_code',
  fields: {
    article_id: reference('articles', { required: true, fixed: true }),
    season_id: reference('seasons', { required: true, states: ['planning', 'open', 'frozen'] }),
    season_code: text({ readOnly: true, max: 8 }),
  },
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin', 'Office'],
  },
  partOf: { area: 'articles', by: 'article_id' },
  key: ['season_id'],
  sort: ['id'],
})
