import { t } from '#web/i18n.ts'
import { ForgotForm } from '#web/pages/account/forgot-form.tsx'

/** `/pages/auth/forgot-password-2`, linked from the sign-in card: the second layout, beside the pattern. */
export const Page = () => <ForgotForm words={t('account.forgot.words')} />
