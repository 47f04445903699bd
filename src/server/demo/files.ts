import { Readable } from 'node:stream'
import type { Queryable } from '#server/db/types.ts'
import type { Files } from '#server/files/store.ts'
import type { Work } from '#server/kit/kit.ts'
import { accreditationPapers } from '#server/seeds/demo/accreditations.ts'
import { type DemoEvidence, evidenceOf, plainPdf } from '#server/seeds/demo/evidence.ts'
import { labelProof } from '#server/seeds/demo/pictures.ts'

export const attachAll = async (tx: Queryable, files: Files, papers: readonly DemoEvidence[]) => {
  for (const evidence of papers) {
    const { area, record_id, supplier_id, agent_id, kind, name, lines } = evidence
    const bytes = lines.length > 0 ? await plainPdf(lines) : labelProof(360)
    const upload = await files.receive(Readable.from([bytes]), name, { kinds: ['png', 'pdf'], max: 1_000_000 })
    const notes = { visibility: 'shared', kind, supplier_id } as const
    await files.keep(tx, upload, { area, record_id, slot: 'attachment' }, { id: agent_id }, notes)
  }
}

/** Draws a picture and its thumbnail, and stores both files. */
export const drawnPair = async (files: Files, name: string, draw: (size: number) => Buffer) => {
  const receive = (size: number) => files.receive(Readable.from([draw(size)]), name, { kinds: ['png'], max: 1_000_000 })
  return { picture: await receive(480), thumb: await receive(160) }
}

/** Attaches files to the allocations that wait for the office's review or that it has rejected, and to accreditations. */
export const loadEvidence = async ({ tx }: Work, files: Files) =>
  attachAll(tx, files, [...(await evidenceOf(tx)), ...(await accreditationPapers(tx))])
