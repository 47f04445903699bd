import { RegisterForm } from '#web/pages/account/register-form.tsx'

/** `/register` and `/pages/auth/register`: the first layout, a single card. */
export const Page = () => <RegisterForm />
