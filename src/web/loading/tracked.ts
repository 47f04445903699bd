/**
 * Stores the outcome of a promise on the promise itself, where React's `use` looks before it suspends. A component can
 * then call `use` in every rendering and suspends only while there is no outcome.
 */
export const tracked = <T>(promise: Promise<T>): Promise<T> => {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    (reason) => Object.assign(promise, { status: 'rejected', reason }),
  )
  return promise
}

/** A promise that `use` reads synchronously. */
export const resolvedPromise = <T>(value: T): Promise<T> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })
