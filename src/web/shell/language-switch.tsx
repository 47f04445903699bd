import Button from '@mui/material/Button'
import { languages } from '../../shared/text'
import { t, useLanguage } from '../i18n'
import { saveLanguage } from '../providers/session'

/** Speaks the other language: here, and for whoever is signed in on the account too. */
export const LanguageSwitch = () => {
  const { language, setLanguage } = useLanguage()
  const next = languages.find((other) => other !== language) ?? language
  const choose = async () => {
    await setLanguage(next)
    await saveLanguage(next)
  }
  return (
    <Button color="inherit" size="small" lang={next} onClick={choose} sx={{ minWidth: 44 }}>
      {t(`shell.language.${next}`)}
    </Button>
  )
}
