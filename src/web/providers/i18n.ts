import type { I18nProvider } from '@refinedev/core'
import { hasText, language, setLanguage, t } from '#web/i18n.ts'

/** Refine's i18n provider over the portal's texts; without a text, Refine's default is used. */
export const i18nProvider: I18nProvider = {
  translate: (key: string, options?: unknown, fallback?: string) =>
    hasText(key)
      ? t(key, options as Record<string, unknown> | undefined)
      : (fallback ?? (typeof options === 'string' ? options : key)),
  changeLocale: (next: string) => setLanguage(next === 'zh' ? 'zh' : 'en'),
  getLocale: language,
}
