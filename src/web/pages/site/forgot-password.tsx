import { ForgotForm } from '../parts/forgot-form'

/** `/pages/auth/forgot-password`: one card. */
export const Page = () => <ForgotForm />
