import AddRounded from '@mui/icons-material/AddRounded'
import AppsRounded from '@mui/icons-material/AppsRounded'
import KeyboardRounded from '@mui/icons-material/KeyboardRounded'
import LogoutRounded from '@mui/icons-material/LogoutRounded'
import TranslateRounded from '@mui/icons-material/TranslateRounded'
import type { NavigateFunction } from 'react-router'
import { register } from '#register'
import { areaName, type language, setLanguage, t } from '#web/i18n.ts'
import { can } from '#web/providers/permission.ts'
import { saveLanguage } from '#web/providers/session.ts'

/** A command of the palette. */
export interface Command {
  id: string
  title: string
  Icon: typeof AddRounded
  run: () => void
}

/**
 * The commands that are available on every page: create a record in each area in which the person may, and commands of
 * the account.
 */
export const commandsFor = (speaks: ReturnType<typeof language>, navigate: NavigateFunction, showKeys: () => void) => {
  const other = speaks === 'zh' ? 'en' : 'zh'
  return [
    ...makers
      .filter(({ name }) => can(name, 'create'))
      .map(
        (area): Command => ({
          id: `new-${area.name}`,
          Icon: AddRounded,
          title: t('shell.page.new', { name: inSentence(areaName(area, true), speaks) }),
          run: () => navigate(`${area.path}/new`),
        }),
      ),
    {
      id: 'language',
      Icon: TranslateRounded,
      title: t('site.palette.language', { language: t(`shell.language.${other}`) }),
      run: () => {
        void setLanguage(other)
        void saveLanguage(other)
      },
    },
    { id: 'keys', Icon: KeyboardRounded, title: t('site.keys.title'), run: showKeys },
    { id: 'all-pages', Icon: AppsRounded, title: t('site.all.title'), run: () => navigate('/pages/all') },
    { id: 'sign-out', Icon: LogoutRounded, title: t('shell.user.sign_out'), run: () => navigate('/logout') },
  ] satisfies Command[]
}

const makers = register.areas.filter(({ path, partOf, single }) => path && !partOf && !single)

/** A name inside a sentence: `New purchase order`. Abbreviations keep their capitals (`PO line`). */
const inSentence = (name: string, speaks: string) =>
  speaks === 'en' && /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
