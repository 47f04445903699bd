import { languages } from '#shared/kit/text.ts'
import { OptionRow } from '#web/fields/option-row.tsx'
import { t, useLanguage } from '#web/i18n.ts'
import { Section } from '#web/kit/page/section.tsx'
import { HttpError } from '#web/providers/http-error.ts'
import { type Person, saveUser } from '#web/providers/session.ts'
import { notify } from '#web/shell/messages/messages.ts'

/**
 * Selects the language of this browser and of the person's mails; applies at once. Without a choice the browser's
 * language is used.
 */
export const ProfileLanguage = ({ person }: { person: Person }) => {
  const { language, setLanguage } = useLanguage()
  const current = person.data.language === null ? browser : language
  const choose = async (value: string) => {
    if (value === current) return
    const next = languages.find((known) => known === value) ?? null
    await setLanguage(next)
    try {
      await saveUser({ language: next })
      notify({ tone: 'success', text: t(`members.profile.language_${next ? 'saved' : 'follows'}`) })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      notify({ tone: 'danger', text: error.message })
    }
  }
  return (
    <Section title={t('members.profile.language')} help={t('members.profile.language_help')}>
      <OptionRow
        id="language"
        label={t('members.profile.language')}
        options={[
          { value: browser, label: t('members.profile.language_browser') },
          ...languages.map((value) => ({ value, label: t(`shell.language.${value}`) })),
        ]}
        value={[current]}
        onChange={([chosen = browser]) => void choose(chosen)}
      />
    </Section>
  )
}

const browser = 'browser'
