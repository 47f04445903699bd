import { ForgotForm } from '#web/pages/account/forgot-form.tsx'

/** `/pages/auth/forgot-password`: one card. */
export const Page = () => <ForgotForm />
