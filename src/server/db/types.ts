/** A place that runs SQL: the database itself or one transaction on it. */
export interface Queryable {
  /**
   * Runs one statement. `values` fill `$1…`; with a `name` the plan is kept, so name only texts from a bounded set.
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
   * Derives the last statement from the result; it is sent together with the commit, without waiting for its answer.
   */
  closing?: (result: T) => Closing
  /** Milliseconds after which the transaction counts as stuck, is logged and rolled back; half a minute by default. */
  longest?: number
  /** Ends the transaction, and takes back what it wrote. */
  signal?: AbortSignal
}

export interface Db extends Queryable {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Commits when `work` resolves, rolls back when it rejects. Transactions do not nest. Inside, do not wait for work
   * outside of it: it may be waiting for the connection.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>, options?: TransactionOptions<T>): Promise<T>
  /** Runs several statements without parameters (migrations). */
  script(sql: string): Promise<void>
  /** Calls `listener` for `NOTIFY channel` from any process; resolves to a function that stops it. */
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A driver's error of a failed statement; `code` is the SQLSTATE (23505 unique, 23503 foreign key, 23514 check). */
export interface DbError extends Error {
  code: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}
