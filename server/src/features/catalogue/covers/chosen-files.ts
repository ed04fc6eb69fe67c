import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { CropShares } from '../../../workers/pool.types'
import { addedCover } from './added-covers.queries'
import type { CoverName, MasterName } from './cover-files'
import type { CoverWork } from './cover-work.types'

type Work = Pick<CoverWork, 'covers' | 'pool'>

/** Writes the cropped thumbnail of an added cover to a draft; null if its picture is lost. */
export async function thumbnailOfMaster(
  { covers, pool }: Work,
  master: MasterName,
  crop: CropShares | null,
  draft: string,
): Promise<{ readonly version: string; readonly thumbHash: string | null } | null> {
  const side = LIMITS.covers.thumbnailSide
  return withFile(covers, await covers.openMaster(master), async path => {
    const output = { target: draft, width: side, height: side, format: 'jpeg', crop } as const
    const made = await pool.picture({ path, isWhole: false, outputs: [output] })
    return made.ok ? (made.outputs[0] ?? null) : null
  })
}

/** Passes a file of the store to a parser process as a local file. */
export async function withFile<T>(
  covers: CoverWork['covers'],
  blob: Blob | null,
  use: (path: string) => Promise<T>,
): Promise<T | null> {
  if (blob === null) return null
  const path = covers.draft()
  try {
    await covers.prepare()
    await Bun.write(path, blob, { mode: 0o600 })
    return await use(path)
  } finally {
    await covers.discard([path])
  }
}

/**
 * Makes the lost thumbnail of an added cover again. False if the version is not that of an added cover, or its picture
 * is lost.
 */
export async function makeChosenAgain(
  deps: Work & { readonly connection: { readonly reader: Reader } },
  name: CoverName,
): Promise<boolean> {
  const added = await addedCover(deps.connection.reader, name)
  if (added === null) return false
  const draft = deps.covers.draft()
  try {
    if ((await thumbnailOfMaster(deps, added.master, added.crop, draft)) === null) return false
    await deps.covers.publish([{ ...name, draft }])
    return true
  } finally {
    await deps.covers.discard([draft])
  }
}
