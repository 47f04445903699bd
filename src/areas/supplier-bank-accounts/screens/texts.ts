import { screenTexts } from '#web/kit/page/screen-texts.ts'
import { supplierBankAccounts } from '../area'

export const screenText = screenTexts(supplierBankAccounts)
