import { sameStamp } from '../../../formats/file-source'
import { LIMITS } from '../../../kernel/limits'
import { answered, unlessAborted } from '../../../kernel/patience'
import { stampNow } from './walk-images'
import type { WalkedFile } from './walked-file'

/** Files checked concurrently. */
const AT_ONCE = 64

export interface SecondLook {
  /** As first seen. */
  readonly complete: readonly WalkedFile[]
  /** Being written. */
  readonly growing: readonly WalkedFile[]
}

/** Checks files a second time, shortly after the first. Files gone by then are neither. */
export async function lookAgain(files: readonly WalkedFile[], signal: AbortSignal): Promise<SecondLook> {
  const complete: WalkedFile[] = []
  const growing: WalkedFile[] = []
  if (files.length > 0) await unlessAborted(Bun.sleep(LIMITS.scan.secondLookMs), signal)
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const part = files.slice(at, at + AT_ONCE)
    const looks = part.map(({ folder, path }) => stampNow(folder, path).catch(() => null))
    const stamps = await answered(Promise.all(looks), signal)
    for (const [index, file] of part.entries()) {
      const stamp = stamps[index]
      if (stamp) (sameStamp(stamp, file.stamp) ? complete : growing).push(file)
    }
  }
  return { complete, growing }
}
