import { t } from '../../i18n'
import { RegisterForm } from '../parts/register-form'

/** `/pages/auth/register-2`: the form with the cloth beside it. */
export const Page = () => <RegisterForm words={t('account.register.words')} />
