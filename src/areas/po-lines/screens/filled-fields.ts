import type { AnyRecord, Area } from '#shared/kit/area.ts'
import { language } from '#web/i18n.ts'
import { fieldRights } from '#web/providers/permission.ts'

/** Readable fields with a value; of a text in two languages only the one in the user's language. */
export const filledFields = (area: Area, fields: readonly string[], record: AnyRecord): string[] =>
  fields.filter((name) => {
    const value = record[name]
    const isOtherLanguage = name === (language() === 'zh' ? 'description_en' : 'description_zh')
    return (
      fieldRights().mayRead(area, name) && value !== null && value !== undefined && value !== '' && !isOtherLanguage
    )
  })
