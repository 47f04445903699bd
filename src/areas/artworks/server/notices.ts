import { gatherMail } from '#server/jobs/mail.ts'
import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, uniqueByAddress } from '#server/kit/supplier-people.ts'
import { type ArtworkType, departmentsOf } from '#shared/trade/artworks.ts'
import { artworks } from '../area'

/**
 * Asks the users of each department for their verdict, or administrators if a department has no users; artwork
 * submitted at about the same time shares a mail.
 */
export const askReviewers = async (work: Work, artwork: Doc) => {
  const departments = departmentsOf(artwork.artwork_type as ArtworkType)
  const people = await work.tx.query<Recipient & { review_departments: string[]; type: string }>(
    `select full_name as name, email, mail_language(users) as language, review_departments, type from users
     where type in ('admin', 'Office') and status = 'active' and archived_at is null
       and (type = 'admin' or review_departments && $1::text[]) and id <> all($2::bigint[])
     order by id`,
    [departments, [artwork.author_id, artwork.submitted_by].filter(Boolean)],
    'artwork_reviewers',
  )
  const reviewersOf = (department: string) => people.filter((person) => person.review_departments.includes(department))
  const isOrphaned = departments.some((department) => reviewersOf(department).length === 0)
  const reviewers = people.filter(
    ({ review_departments, type }) =>
      departments.some((department) => review_departments.includes(department)) || (isOrphaned && type === 'admin'),
  )
  for (const { name, email, language } of uniqueByAddress(reviewers))
    await gatherMail(
      work.tx,
      {
        mail: 'artwork_review',
        to: email,
        language,
        params: {
          name,
          artwork: String(language === 'zh' ? artwork.title_zh : artwork.title_en),
          by: work.me.name,
          path: `${artworks.path}/${artwork.id}`,
        },
      },
      { line: 'artwork', list: artworks.path ?? '' },
    )
}
