import { language } from '#web/i18n.ts'

/** The two parts of a person's name in the order of the language in use: Chinese names begin with the family's. */
export const nameParts = () =>
  language() === 'zh' ? (['last_name', 'first_name'] as const) : (['first_name', 'last_name'] as const)

/** Their values of the `autocomplete` attribute. */
export const nameCompletions = { first_name: 'given-name', last_name: 'family-name' } as const
