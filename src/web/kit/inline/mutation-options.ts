/** A write without connection fails and says so; by itself it would wait in silence. */
export const failOffline = { networkMode: 'always' } as const

/** For writes through Refine whose caller says itself how they went and what is fetched again. */
export const withoutNotices = {
  mutationMode: 'pessimistic' as const,
  invalidates: [] as [],
  successNotification: false as const,
  errorNotification: false as const,
}
