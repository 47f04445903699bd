import type { Area } from '#shared/kit/area.ts'
import type { Versions } from '#shared/kit/merge.ts'
import { language } from '#web/i18n.ts'
import { useHistory } from './use-history'

/**
 * The names of the people who changed a record since it was loaded, as one text; empty if the reader may not see them.
 */
export const useChangeAuthors = (area: Area, { base, theirs }: Pick<Versions, 'base' | 'theirs'>): string => {
  const { data = [] } = useHistory(area, theirs.id, theirs.version)
  const loadedAt = Date.parse(String(base.updated_at))
  const names = data.filter(({ at }) => Date.parse(at) > loadedAt).map(({ actor }) => actor.title)
  return new Intl.ListFormat(language()).format(new Set(names.filter(Boolean)))
}
