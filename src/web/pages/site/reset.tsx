import { ResetForm } from '#web/pages/account/reset-form.tsx'

/** `/pages/auth/reset?token=…`, the address of the mailed link. */
export const Page = () => <ResetForm />
