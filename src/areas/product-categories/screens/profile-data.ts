import { t } from '#web/i18n.ts'
import { api } from '#web/providers/http.ts'
import { productCategories } from '../area'

/** A text about inherited fields. */
export const profileText = (name: string, params: Record<string, string> = {}) =>
  t(`areas.${productCategories.name}.profile.${name}`, params)

/** The effective values of a category, with the categories that they come from. */
export interface CategoryProfile {
  values: Record<string, unknown>
  sources: Record<string, CategoryName>
}

/** The category from which a value comes. */
export interface CategoryName {
  id: number
  name_en: string
  name_zh: string | null
}

/** The query for the effective values of a category. */
export const profileQuery = (category: number) => ({
  queryKey: [productCategories.name, 'profile', category],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api<CategoryProfile>('GET', `${productCategories.name}/${category}/profile`, { signal }),
  staleTime: 0,
})
