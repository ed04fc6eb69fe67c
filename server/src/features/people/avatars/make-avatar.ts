import { readFile, writeFile } from 'node:fs/promises'
import { refused } from '../../../kernel/app-error'
import type { ParserPool } from '../../../workers/pool.types'

export interface AvatarMaker {
  readonly pool: Pick<ParserPool, 'picture'>
  /** Temporary files. */
  readonly drafts: {
    prepare(): Promise<void>
    draft(): string
    discard(drafts: readonly string[]): Promise<void>
  }
}

/** Of the stored square, in pixels. */
const SIDE = 256

/**
 * A small square JPEG of a picture, made by a parser process as covers are.
 * @throws BadRequest if it is not a picture
 */
export async function makeAvatar({ pool, drafts }: AvatarMaker, bytes: Uint8Array) {
  const [given, target] = [drafts.draft(), drafts.draft()]
  try {
    await drafts.prepare()
    await writeFile(given, bytes, { mode: 0o600 })
    const output = { target, width: SIDE, height: SIDE, format: 'jpeg', crop: null, fills: true } as const
    const made = await pool.picture({ path: given, isWhole: true, outputs: [output] })
    if (!made.ok) throw refused('BadRequest', 'picture_bad', made.problem.message, 'file')
    const [square] = made.outputs
    if (!square) throw new Error('A parser process returned no picture')
    return { bytes: await readFile(target), version: square.version }
  } finally {
    await drafts.discard([given, target])
  }
}
