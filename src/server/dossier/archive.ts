import { Zip, ZipDeflate } from 'fflate'

/** A file for an archive. */
export interface ArchiveEntry {
  path: string
  content: AsyncIterable<Uint8Array>
  /** Text and the like, which shrinks; pictures, papers and archives are packed already. */
  isPacked: boolean
}

/** Writes an archive piece by piece: of a file of any size only the piece at hand is in memory. */
export async function* archived(entries: AsyncIterable<ArchiveEntry>, made: Date): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    if (piece.length > 0) pieces.push(piece)
  })
  const written = () => {
    const ready = pieces
    pieces = []
    return ready
  }
  for await (const { path, content, isPacked } of entries) {
    // At level 0 too it is deflated in name: an entry that is only stored has to say its length before it is known.
    const file = new ZipDeflate(path, { level: isPacked ? 0 : 6 })
    file.mtime = made
    zip.add(file)
    for await (const piece of content) {
      file.push(piece, false)
      yield* written()
    }
    file.push(new Uint8Array(0), true)
    yield* written()
  }
  zip.end()
  yield* written()
}
