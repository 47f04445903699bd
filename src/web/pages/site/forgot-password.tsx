import { ForgotForm } from '#web/pages/account/forgot-form.tsx'

/** `/pages/auth/forgot-password`: the first layout, a single card. */
export const Page = () => <ForgotForm />
