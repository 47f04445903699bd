import { sql } from 'kysely'
import { type Doc, serve } from '#server/kit/kit.ts'
import { cutText } from '#shared/base/cut-text.ts'
import { suppliers } from './area'
import { followSettings, scorecardRoutes, settleScores } from './server/scorecard'
import { beginStandings, standingMoves } from './server/standings'

export const server = serve(suppliers, {
  scopes: {
    own: (alias, caller) => sql<boolean>`${sql.id(alias, 'id')} = ${caller.supplier_id}`,
  },

  prepare: (work, changes) => {
    for (const { before, after } of changes) {
      if (!before) beginStandings(work, after)
      after.contact_names = namesOf(after)
    }
    return undefined
  },

  moves: standingMoves,
  daily: settleScores,
  follows: { settings: followSettings },
  routes: scorecardRoutes,

  import: {
    aliases: {
      code: ['vendor code', 'vendor no', 'supplier no', '供应商编码', '供应商编号'],
      // Applies to a list of suppliers; a list of contacts has other headings.
      supplier_name: ['name', 'company', 'company name', 'vendor', 'vendor name', '名称', '公司名称', '供应商'],
      country: ['国家'],
      'contacts.full_name': ['contact', 'contact name', 'contact person', '联系人', '联系人姓名'],
      'contacts.function': ['department', 'role', 'position', '职能', '部门', '职位'],
      'contacts.phone': ['mobile', 'tel', 'telephone', '手机', '电话'],
      'contacts.wechat_id': ['wechat', 'weixin', '微信', '微信号'],
    },
  },
})

/** Names and addresses of the contacts in one line, for the search. */
const namesOf = ({ contacts }: Doc): string | null =>
  cutText(
    ((contacts ?? []) as { full_name: string; email?: string | null }[])
      .map(({ full_name, email }) => [full_name, email].filter(Boolean).join(' '))
      .join(' · '),
    4000,
  ) || null
