import type { Area } from '#shared/kit/area.ts'
import { t } from '#web/i18n.ts'

/** Returns the function that translates keys below `areas.<area>.screen`, the texts of an area's screens. */
export const screenTexts =
  ({ name }: Pick<Area, 'name'>) =>
  (key: string, params?: Record<string, unknown>): string =>
    t(`areas.${name}.screen.${key}`, params)
