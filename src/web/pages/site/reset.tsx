import { ResetForm } from '#web/pages/account/reset-form.tsx'

/** `/pages/auth/reset?token=…`, where the mail leads. */
export const Page = () => <ResetForm />
