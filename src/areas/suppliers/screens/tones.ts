import type { Tone } from '#shared/kit/lifecycle.ts'

/** How a standing looks. */
export const standingTones: Readonly<Record<string, Tone>> = {
  new: 'info',
  approved: 'success',
  watch: 'warning',
  blocked: 'danger',
}
