import { join } from 'node:path'
import type { Site } from './site'

/** The schema of the first step alone, as an older version of Octavo left it. */
export async function makeOld(site: Site): Promise<void> {
  const program = join(import.meta.dir, 'first-migration.ts')
  const child = Bun.spawn([process.execPath, program, site.dataDir, site.env.OCTAVO_DATABASE_URL ?? ''], {
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('the old schema could not be made')
}
