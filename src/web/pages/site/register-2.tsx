import { t } from '#web/i18n.ts'
import { RegisterForm } from '#web/pages/account/register-form.tsx'

/** `/pages/auth/register-2`: the second layout, beside the pattern. */
export const Page = () => <RegisterForm words={t('account.register.words')} />
