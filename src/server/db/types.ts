/** Runs SQL: the database itself, or one transaction. */
export interface Queryable {
  /**
   * Runs one statement. `values` fill `$1…`. With a `name` the plan is cached, so name only texts from a bounded set.
   * Dates are returned as `YYYY-MM-DD` text, moments as ISO 8601 text in UTC, `numeric` as text, `bigint` as number,
   * `json`/`jsonb` parsed.
   */
  query<R = Record<string, unknown>>(text: string, values?: readonly unknown[], name?: string): Promise<R[]>
}

/** The last statement of a transaction; if it fails, the transaction is rolled back. */
export interface Closing {
  text: string
  values: readonly unknown[]
  name: string
}

export interface TransactionOptions<T> {
  /**
   * Returns the last statement of the transaction, which is sent together with the commit to save a round trip.
   */
  closing?: (result: T) => Closing
  /** Milliseconds after which the transaction is logged as stuck and rolled back; by default half a minute. */
  longest?: number
  /** Aborts the transaction and rolls it back. */
  signal?: AbortSignal
}

export interface Db extends Queryable {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Commits when `work` resolves, rolls back when it rejects. Transactions do not nest. `work` must not wait for
   * queries outside of the transaction, which may be waiting for its connection.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions<T>): Promise<T>
  /** Runs several statements without parameters (migrations). */
  script(sql: string): Promise<void>
  /** Calls `listener` for each `NOTIFY channel` of any process; resolves to a function that stops this. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** The error of a failed statement; `code` is the SQLSTATE (23505 unique, 23503 foreign key, 23514 check). */
export interface DbError extends Error {
  code: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}
