import type { Reader } from './reader'
import type { Kept } from './versions'

/**
 * The same reader, for one answer: which version all is of is asked once, before anything else, and not again for each part.
 * What is kept of that version is as new as the request; what is read of the database may be newer, as two questions always may.
 */
export function atOneVersion(reader: Reader): Reader {
  const { versions } = reader
  if (!versions || reader.dialect.kind === 'sqlite') return reader
  const asked = new Map<Kept, Promise<string>>()
  return {
    ...reader,
    versions: {
      ...versions,
      current(of) {
        const version = asked.get(of) ?? versions.current(of)
        asked.set(of, version)
        return version
      },
    },
  }
}
