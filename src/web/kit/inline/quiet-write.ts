/** A write without connection fails and says so; by itself it would wait in silence. */
export const evenOffline = { networkMode: 'always' } as const

/** For writes through Refine whose caller says itself how they went and what is fetched again. */
export const quietly = {
  mutationMode: 'pessimistic' as const,
  invalidates: [] as [],
  successNotification: false as const,
  errorNotification: false as const,
}
