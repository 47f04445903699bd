import { t } from '../../i18n'
import { ForgotForm } from '../parts/forgot-form'

/** `/pages/auth/forgot-password-2`, where the sign-in card leads: as it, with the cloth beside it. */
export const Page = () => <ForgotForm words={t('account.forgot.words')} />
