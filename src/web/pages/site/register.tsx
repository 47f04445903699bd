import { RegisterForm } from '#web/pages/account/register-form.tsx'

/** `/register` and `/pages/auth/register`: one card. */
export const Page = () => <RegisterForm />
