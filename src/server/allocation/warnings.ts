import type { Work } from '#server/kit/kit.ts'
import type { Text } from '#shared/kit/text.ts'

const warningsByWrite = new WeakMap<Work, ReadonlyMap<number, Text[]>>()

/** Remembers the warnings about allocations of a write, by line id. */
export const keepWarnings = (work: Work, warnings: ReadonlyMap<number, Text[]>) => warningsByWrite.set(work, warnings)

/** The warnings about allocations to a line in this write. */
export const warningsOf = (work: Work, line: number): Text[] => warningsByWrite.get(work)?.get(line) ?? []
