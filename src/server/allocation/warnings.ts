import type { Work } from '#server/kit/kit.ts'
import type { Text } from '#shared/kit/text.ts'

const byWrite = new WeakMap<Work, ReadonlyMap<number, Text[]>>()

/** Keeps what is worth saying about what a write allocates, by line. */
export const keepWarnings = (work: Work, warnings: ReadonlyMap<number, Text[]>) => byWrite.set(work, warnings)

/** What is worth saying about what was allocated to a line in this write. */
export const warningsOf = (work: Work, line: number): Text[] => byWrite.get(work)?.get(line) ?? []
