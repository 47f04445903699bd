import { languages } from '../../../shared/text'
import { OptionRow } from '../../fields/option-row'
import { t, useLanguage } from '../../i18n'
import { Section } from '../../kit/section'
import { HttpError } from '../../providers/http-error'
import { type Person, saveUser } from '../../providers/session'
import { notify } from '../../shell/messages'

/** The language of this browser and of the person's mails; it changes at once. Without a choice the browser decides. */
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
