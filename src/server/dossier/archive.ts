import { Zip, ZipDeflate } from 'fflate'

/** A file for an archive. */
export interface ArchiveEntry {
  path: string
  content: AsyncIterable<Uint8Array>
  /** Whether the content is compressed already (pictures, PDF, archives), so that deflating it saves nothing. */
  isPacked: boolean
}

/** Streams a ZIP archive of the entries; of each file only the current chunk is in memory. */
export async function* archived(entries: AsyncIterable<ArchiveEntry>, made: Date): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  const zip = new Zip((error, piece) => {
    if (error) throw error
    if (piece.length > 0) pieces.push(piece)
  })
  const takePieces = () => {
    const ready = pieces
    pieces = []
    return ready
  }
  for await (const { path, content, isPacked } of entries) {
    // Level 0 still uses the deflate format: a stored entry would need its length in the header, which is not known yet.
    const file = new ZipDeflate(path, { level: isPacked ? 0 : 6 })
    file.mtime = made
    zip.add(file)
    for await (const piece of content) {
      file.push(piece, false)
      yield* takePieces()
    }
    file.push(new Uint8Array(0), true)
    yield* takePieces()
  }
  zip.end()
  yield* takePieces()
}
