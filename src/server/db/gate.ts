import { dbError } from './errors'
import { defaultWatchdogLimits, type Watch, type WatchdogLimits, waitOf, watched } from './watchdog'

/**
 * Who may send on the one connection of the embedded database. Statements on their own go at once, one behind the other;
 * a holder (a transaction, a snapshot) goes alone, and everybody takes turns in the order of asking. Nobody waits for ever:
 * a holder has a bound, and who waits too long for a turn is refused.
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
   * Keeps everybody else off the connection until `work` has settled, which it has to do when its watch is aborted: after
   * `longest` milliseconds, or when it is cancelled.
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
      // Those behind us wait for those before us.
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
