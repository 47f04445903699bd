import type { Doc, Work } from '#server/kit/kit.ts'
import { type Recipient, uniqueByAddress } from '#server/kit/supplier-people.ts'

/** Notifies the makers of the artwork of a failed review, or that all departments have passed it. */
export const notifyAuthor = async (work: Work, artwork: Doc, review: Doc) => {
  const people = await work.tx.query<Recipient>(
    `select full_name as name, email, mail_language(users) as language from users
     where id = any($1::bigint[]) and id <> $2 and status = 'active' and archived_at is null`,
    [[artwork.author_id, artwork.submitted_by].filter(Boolean), work.me.id],
    'artwork_authors',
  )
  for (const { name, email, language } of uniqueByAddress(people))
    await work.enqueue('mail', {
      mail: artwork.status === 'approved' ? 'artwork_approved' : 'artwork_changes',
      to: email,
      language,
      params: {
        name,
        artwork: String(language === 'zh' ? artwork.title_zh : artwork.title_en),
        reviewer: work.me.name,
        comment: String(review.comment ?? ''),
        path: `${work.kit.register.get('artworks').path}/${artwork.id}`,
      },
    })
}
