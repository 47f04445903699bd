import { dbError } from './errors'
import { defaultWatchdogLimits, type Watch, type WatchdogLimits, waitOf, watched } from './watchdog'

/**
 * Grants access to the single connection of the embedded database. Single statements are sent at once, one after the
 * other; a holder (a transaction, a snapshot) has it alone, in order of arrival. Waiting is bounded: holders have a
 * time limit, and a request that waits too long is refused.
 */
export class Gate {
  #last: Promise<void> = Promise.resolve()
  #holders = 0

  constructor(private readonly bounds: WatchdogLimits = defaultWatchdogLimits) {}

  /** Sends when no holder is before us; does not wait for the answers of others. */
  pass<T>(send: () => Promise<T>): Promise<T> {
    return this.#holders === 0 ? send() : this.#turn(this.#last).then(send)
  }

  /**
   * Reserves the connection until `work` settles. `work` must settle when its watch is aborted: after `longest`
   * milliseconds, or when it is cancelled.
   */
  async hold<T>(
    work: (watch: Watch) => Promise<T>,
    longest: number = this.bounds.hold,
    cancelled?: AbortSignal,
  ): Promise<T> {
    const before = this.#last
    let leave = () => {}
    this.#last = new Promise((resolve) => {
      leave = () => {
        this.#holders--
        resolve()
      }
    })
    this.#holders++
    try {
      await this.#turn(before)
    } catch (error) {
      // Later requests wait for earlier ones.
      void before.then(leave)
      throw error
    }
    try {
      return await watched(longest, work, cancelled)
    } finally {
      leave()
    }
  }

  #turn(before: Promise<void>): Promise<void> {
    const wait = waitOf(this.bounds)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(dbError('55P03', `the database was busy with others for ${wait / 1000} s`)),
        wait,
      )
      timer.unref()
      void before.then(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}
