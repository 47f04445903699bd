import type { AuthProvider } from '@refinedev/core'
import { HttpError } from './http-error'
import { person, session, signIn, signOut } from './session'

/**
 * Refine's auth provider over `session.ts`, which the sign-in page uses without Refine. A 401 has already ended the
 * session, with one notice, before `onError` is called.
 */
export const authProvider: AuthProvider = {
  login: async ({ email, password, remember = true }) => {
    try {
      await signIn({ email, password, remember })
      return { success: true }
    } catch (error) {
      return { success: false, error: error as HttpError }
    }
  },
  // No redirect: the guest pages show the sign-in page as soon as the session has ended.
  logout: async () => {
    await signOut()
    return { success: true }
  },
  check: async () => (session() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' }),
  onError: async (error) => (error instanceof HttpError ? { error } : {}),
  getPermissions: async () => session()?.role ?? null,
  getIdentity: async () => person(),
}
