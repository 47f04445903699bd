import { RegisterForm } from '../parts/register-form'

/** `/register` and `/pages/auth/register`: one card. */
export const Page = () => <RegisterForm />
