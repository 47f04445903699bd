import { useLanguage } from '../i18n'
import { codeKind } from './code'

/** A country by its ISO 3166 code. */
export const country = codeKind({
  type: 'region',
  width: 136,
  useOptions: () => {
    const { language } = useLanguage()
    return {
      key: language,
      load: () => import('../../shared/standards/country-names').then(({ countryOptions }) => countryOptions(language)),
    }
  },
})
