/** Writes fail with an error when the browser is offline; by default React Query would pause them silently. */
export const failOffline = { networkMode: 'always' } as const

/** For writes through Refine whose caller shows notices and refetches. */
export const withoutNotices = {
  mutationMode: 'pessimistic' as const,
  invalidates: [] as [],
  successNotification: false as const,
  errorNotification: false as const,
}
