import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BACKUP_PROBLEMS } from '@octavo/contract/backup'
import type { z } from 'zod'

/** A backup, export, restore or import that is not possible; the message is a sentence for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused'

  constructor(
    message: string,
    readonly reason: (typeof BACKUP_PROBLEMS)[number] = 'backup_damaged',
  ) {
    super(message)
  }
}

export const MANIFEST_FILE = 'manifest.json'
/** A longer file is not a manifest. */
const MOST_BYTES = 1024 ** 2

/** The manifest of a folder, with a checksum of everything else in it. */
export function manifestFile<T>({
  schema,
  version,
  noun,
}: {
  readonly schema: z.ZodType<T>
  /** Incremented when an older version of Octavo could not read the folder. */
  readonly version: number
  readonly noun: 'backup' | 'export'
}) {
  const checksum = (manifest: T) =>
    new Bun.CryptoHasher('sha256').update(JSON.stringify(schema.parse(manifest))).digest('hex')

  async function readText(folder: string): Promise<unknown> {
    const path = join(folder, MANIFEST_FILE)
    const file = Bun.file(path)
    if (!(await file.exists())) {
      throw new BackupRefused(
        `${folder} is not ${article(noun)}: it has no ${MANIFEST_FILE}. An unfinished ${noun} has none.`,
      )
    }
    try {
      if (file.size > MOST_BYTES) throw new Error('too large')
      return JSON.parse(await readFile(path, 'utf8'))
    } catch {
      throw new BackupRefused(`The manifest of ${folder} is damaged. Use another ${noun}.`)
    }
  }

  return {
    // In the order of the schema, as the checksum is.
    text: (manifest: T) => `${JSON.stringify({ ...schema.parse(manifest), checksum: checksum(manifest) }, null, 2)}\n`,
    /** @throws BackupRefused if the folder is incomplete, of another kind, or incompatible with this version */
    async read(folder: string): Promise<T> {
      const found = await readText(folder)
      const foundVersion = (found as { version?: unknown } | null)?.version
      if (typeof foundVersion === 'number' && foundVersion > version) {
        const message = `The ${noun} ${folder} was made by a newer version of Octavo. Use that version to read it.`
        throw new BackupRefused(message, 'backup_newer')
      }
      refuseOtherKind((found as { format?: unknown } | null)?.format, noun, folder)
      const parsed = schema.safeParse(found)
      if (!parsed.success || (found as { checksum?: unknown }).checksum !== checksum(parsed.data)) {
        throw new BackupRefused(`The manifest of ${folder} is damaged. Use another ${noun}.`)
      }
      return parsed.data
    },
  }
}

function article(noun: string): string {
  return noun === 'export' ? 'an export' : `a ${noun}`
}

/** The commands differ, and people confuse them. */
function refuseOtherKind(format: unknown, noun: 'backup' | 'export', folder: string): void {
  if (noun === 'backup' && format === 'octavo-export')
    throw new BackupRefused(`${folder} is an export. Use \`octavo import\`.`)
  if (noun === 'export' && format === 'octavo-backup')
    throw new BackupRefused(`${folder} is a backup. Use \`octavo restore\`.`)
}
