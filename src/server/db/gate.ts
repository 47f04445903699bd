/**
 * Who may send on the one connection of the embedded database. Statements on their own go at once, one behind the other;
 * a holder (a transaction, a snapshot) goes alone, and everybody takes turns in the order of asking.
 */
export class Gate {
  #last: Promise<void> = Promise.resolve()
  #holders = 0

  /** Sends when no holder is before us; does not wait for the answers of others. */
  pass<T>(send: () => Promise<T>): Promise<T> {
    return this.#holders === 0 ? send() : this.#last.then(send)
  }

  /** Keeps everybody else off the connection until `work` has settled. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last
    let release = () => {}
    this.#last = new Promise((resolve) => {
      release = resolve
    })
    this.#holders++
    try {
      await before
      return await work()
    } finally {
      this.#holders--
      release()
    }
  }
}
