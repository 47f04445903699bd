import type { FlatNode } from '#shared/delimited/flat.ts'
import { truncate } from './cells'

/**
 * A value of the file with its original text, which messages quote. Equal values share one object, so that rows can be
 * compared by identity.
 */
export class CellValue {
  constructor(
    readonly value: unknown,
    readonly text: string,
    private readonly key: string,
  ) {}
  toString() {
    return truncate(this.text)
  }
  toJSON() {
    return this.key
  }
}

/** A document of the file: its values by field, its rows in `rows`. */
export type FileDocument = FlatNode<CellValue>
