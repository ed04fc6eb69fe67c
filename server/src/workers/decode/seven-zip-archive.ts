import type { PackedArchive, PackedEntry } from '../../formats/decoders'
import type { FileSource } from '../../formats/file-source'
import { FORMAT_LIMITS } from '../../formats/limits'
import { refuse } from '../../formats/problem'
import { createPieces, type PieceEntry } from './pieces'
import { loadSevenZip, refuseBadEnd, type SevenZip } from './seven-zip-library'
import { parseListing } from './seven-zip-listing'

/** Lists a 7z archive. Throws FileProblemError. */
export async function openSevenZip(source: FileSource): Promise<PackedArchive> {
  const library = await loadSevenZip()
  const entries = listEntries(library, source)
  const isUnique = uniqueNames(entries)
  return {
    entries,
    unpack(budget, visit) {
      const wanted = entries.filter(entry => budget(entry) > 0)
      if (wanted.length === 0) return
      const run = (part: readonly PieceEntry[], names?: readonly string[]) => {
        const pieces = createPieces(part, budget, visit)
        if (pieces.isComplete()) return true
        const end = library.run({
          task: 'unpack',
          type: '7z',
          input: source,
          write: pieces.take,
          ...(names && { names }),
        })
        refuseBadEnd(end)
        return pieces.isComplete()
      }
      // By name, the rest need not be unpacked. A name that 7-Zip prints differently is not found.
      const canBeNamed = wanted.length < entries.length && wanted.every(({ name }) => isUnique(name) && isPlain(name))
      if (
        canBeNamed &&
        run(
          wanted,
          wanted.map(({ name }) => name),
        )
      )
        return
      if (!run(entries)) refuse('parser', 'corrupt', 'The archive is shorter than its directory says.')
    },
  }
}

function listEntries(library: SevenZip, source: FileSource): PieceEntry[] {
  const chunks: Buffer[] = []
  let bytes = 0
  const write = (chunk: Uint8Array) => {
    bytes += chunk.length
    chunks.push(Buffer.from(chunk))
    return bytes <= FORMAT_LIMITS.directoryBytes
  }
  const end = library.run({ task: 'list', type: '7z', input: source, write })
  if (end.kind === 'stopped') refuse('parser', 'too-large', 'The archive directory is too large.')
  refuseBadEnd(end)
  const entries = parseListing(Buffer.concat(chunks).toString('utf8'))
  if (entries.length > FORMAT_LIMITS.entries) {
    refuse('parser', 'too-large', `The archive has more than ${FORMAT_LIMITS.entries} entries.`)
  }
  return entries
}

function uniqueNames(entries: readonly PackedEntry[]): (name: string) => boolean {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { name } of entries) (seen.has(name) ? twice : seen).add(name)
  return name => !twice.has(name)
}

/** Lines of a name list are trimmed, and may be quoted. */
function isPlain(name: string): boolean {
  return name !== '' && name.trim() === name && !name.includes('"')
}
