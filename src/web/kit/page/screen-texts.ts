import type { Area } from '#shared/kit/area.ts'
import { t } from '#web/i18n.ts'

/** Texts of an area's own screens, by their keys under `areas.<area>.screen`. */
export const screenTexts =
  ({ name }: Pick<Area, 'name'>) =>
  (key: string, params?: Record<string, unknown>): string =>
    t(`areas.${name}.screen.${key}`, params)
