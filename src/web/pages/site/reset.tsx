import { ResetForm } from '../parts/reset-form'

/** `/pages/auth/reset?token=…`, where the mail leads. */
export const Page = () => <ResetForm />
