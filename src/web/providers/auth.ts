import type { AuthProvider } from '@refinedev/core'
import { HttpError } from './http-error'
import { person, session, signIn, signOut } from './session'

/**
 * Refine's auth provider over `session.ts`, which also serves the sign-in page, where Refine is not loaded. A 401 has
 * already ended the session, with one notice, before `onError` runs.
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
  // The guests' pages lead to sign-in by themselves as soon as the session has ended.
  logout: async () => {
    await signOut()
    return { success: true }
  },
  check: async () => (session() ? { authenticated: true } : { authenticated: false, redirectTo: '/login' }),
  onError: async (error) => (error instanceof HttpError ? { error } : {}),
  getPermissions: async () => session()?.role ?? null,
  getIdentity: async () => person(),
}
