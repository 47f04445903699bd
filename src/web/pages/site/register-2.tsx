import { t } from '#web/i18n.ts'
import { RegisterForm } from '#web/pages/account/register-form.tsx'

/** `/pages/auth/register-2`: the form with the pattern next to it. */
export const Page = () => <RegisterForm words={t('account.register.words')} />
