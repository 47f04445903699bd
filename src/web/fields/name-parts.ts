import { language } from '#web/i18n.ts'

/** The parts of a person's name in the order of the current language; Chinese names start with the family name. */
export const nameParts = () =>
  language() === 'zh' ? (['last_name', 'first_name'] as const) : (['first_name', 'last_name'] as const)

/** The values of the `autocomplete` attribute for these fields. */
export const nameCompletions = { first_name: 'given-name', last_name: 'family-name' } as const
