import Button from '@mui/material/Button'
import { languages } from '#shared/kit/text.ts'
import { t, useLanguage } from '#web/i18n.ts'
import { saveLanguage } from '#web/providers/session.ts'

/** Switches to the other language, in this browser and on the account of a signed-in person. */
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
