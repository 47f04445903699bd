import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { productCategories } from '../area'

/** A text of what goes down the tree. */
export const profileText = (name: string, params: Record<string, string> = {}) =>
  t(`areas.${productCategories.name}.profile.${name}`, params)

/** What holds for a category, and which one says so. */
export interface CategoryProfile {
  values: Record<string, unknown>
  sources: Record<string, CategoryName>
}

/** The category that says something. */
export interface CategoryName {
  id: number
  name_en: string
  name_zh: string | null
}

/** The query for what holds for a category. */
export const profileQuery = (category: number) => ({
  queryKey: [productCategories.name, 'profile', category],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api<CategoryProfile>('GET', `${productCategories.name}/${category}/profile`, { signal }),
  staleTime: 0,
})
