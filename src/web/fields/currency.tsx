import { useLanguage } from '../i18n'
import { codeKind } from './code'

/** A currency by its ISO 4217 code, which is what people of the trade read. */
export const currency = codeKind({
  type: 'currency',
  width: 88,
  useOptions: () => {
    const { language } = useLanguage()
    return {
      key: language,
      load: () =>
        import('../../shared/standards/currency-names').then(({ currencyOptions }) => currencyOptions(language)),
    }
  },
})
