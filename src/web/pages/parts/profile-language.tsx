import { languages } from '../../../shared/text'
import { OptionRow } from '../../fields/option-row'
import { t, useLanguage } from '../../i18n'
import { Section } from '../../kit/section'
import { HttpError } from '../../providers/http-error'
import { saveUser } from '../../providers/session'
import { notify } from '../../shell/messages'

/** The language of this browser and of the person's mails; it changes at once. */
export const ProfileLanguage = () => {
  const { language, setLanguage } = useLanguage()
  const choose = async (chosen: string | undefined) => {
    const next = languages.find((known) => known === chosen)
    if (!next || next === language) return
    await setLanguage(next)
    try {
      await saveUser({ language: next })
      notify({ tone: 'success', text: t('members.profile.language_saved') })
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
        options={languages.map((value) => ({ value, label: t(`shell.language.${value}`) }))}
        value={[language]}
        onChange={([chosen]) => void choose(chosen)}
      />
    </Section>
  )
}
