import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SHARED } from '../../kit/paths'
import { readSchema } from './compact-syntax'
import type { Pattern } from './patterns'

const FOLDER = join(SHARED, 'schemas/opds1')

/**
 * The schema of OPDS 1.2 with that of Atom, as published but for one misprint: the pattern of addresses
 * ends in `\nrt` where `\n\r\t` was meant, which would refuse every address with an r or a t in it.
 */
export function opdsSchema(): Pattern {
  const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8')
  const published = read('opds.rnc')
  const mended = published.replace('"\\nrt]', '"\\n\\r\\t]')
  if (mended === published) throw new Error('The misprint in opds.rnc is not where it was')
  return readSchema(mended, read)
}
