import { t } from '#web/i18n.ts'
import { ForgotForm } from '#web/pages/account/forgot-form.tsx'

/** `/pages/auth/forgot-password-2`, where the sign-in card leads: as it, with the cloth beside it. */
export const Page = () => <ForgotForm words={t('account.forgot.words')} />
