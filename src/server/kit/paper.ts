import type { AnyRecord } from '#shared/kit/area.ts'
import type { Paper, Tongues } from '#shared/kit/paper.ts'
import type { Kit } from './kit'
import type { Principal } from './principal'

/** A record on paper, and what its file is called, without an ending. */
export interface NamedPaper {
  name: string
  paper: Paper
}

/** What is wanted of a paper: its languages, and an earlier revision instead of the present one. */
export interface PaperWish {
  tongues: Tongues
  revision?: number
}

/** Puts a record on paper as `me` reads it. */
export type PaperOf = (kit: Kit, me: Principal, record: AnyRecord, wish: PaperWish) => Promise<NamedPaper>
