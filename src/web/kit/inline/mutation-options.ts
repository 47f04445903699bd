/** Offline writes fail with an error; by default they would be paused silently. */
export const failOffline = { networkMode: 'always' } as const

/** For writes through Refine whose caller shows notices and refetches itself. */
export const withoutNotices = {
  mutationMode: 'pessimistic' as const,
  invalidates: [] as [],
  successNotification: false as const,
  errorNotification: false as const,
}
