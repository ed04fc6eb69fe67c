import { join } from 'node:path'
import type { Ranged } from '../../../http/ranged-answer'
import type { BackupManifest } from './backup-manifest'
import { MANIFEST_FILE } from './manifest-file'
import { tarParts } from './tar'

/** The folder of a backup as one tar file, read as it is sent. */
export function backupArchive(folder: string, name: string, { createdAt, parts }: BackupManifest): Ranged {
  const modifiedMs = Date.parse(createdAt)
  const pieces = tarParts(
    [MANIFEST_FILE, ...parts.map(({ file }) => file)].map(file => ({
      ...{ name: `${name}/${file}`, modifiedMs },
      content: Bun.file(join(folder, name, file)),
    })),
  )
  return {
    size: pieces.reduce((total, { size }) => total + size, 0),
    async *body(first, last) {
      let at = 0
      for (const piece of pieces) {
        const [from, to] = [Math.max(first - at, 0), Math.min(last + 1 - at, piece.size)]
        if (from < to) yield* piece.slice(from, to).stream()
        at += piece.size
      }
    },
  }
}

/** Identifies the bytes of the tar file. */
export function archiveEtag(name: string, { parts }: BackupManifest): string {
  const sums = parts.map(({ sha256 }) => sha256)
  return `"${new Bun.CryptoHasher('sha256')
    .update([name, ...sums].join())
    .digest('hex')
    .slice(0, 32)}"`
}
