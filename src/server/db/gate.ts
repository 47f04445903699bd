import { dbError } from './errors'
import { defaultWatchdogLimits, type Watch, type WatchdogLimits, waitOf, watched } from './watchdog'

/**
 * Grants access to the single connection of the embedded database. Single statements share it; a holder (a transaction,
 * a snapshot) has it exclusively, in order of arrival. Holders have a time limit, and a request that waits too long
 * fails with 55P03.
 */
export class Gate {
  #last: Promise<void> = Promise.resolve()
  #holders = 0

  constructor(private readonly bounds: WatchdogLimits = defaultWatchdogLimits) {}

  /** Calls `send` once all earlier holders have left, without waiting for the answers of other statements. */
  pass<T>(send: () => Promise<T>): Promise<T> {
    return this.#holders === 0 ? send() : this.#turn(this.#last).then(send)
  }

  /**
   * Reserves the connection until `work` settles. Its watch is aborted after `longest` milliseconds or by `cancelled`;
   * `work` must settle then.
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
      // Later requests still have to wait for the earlier ones.
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
        () => reject(dbError('55P03', `the database was busy with other requests for ${wait / 1000} s`)),
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
