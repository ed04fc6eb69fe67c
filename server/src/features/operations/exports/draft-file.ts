import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'

/** A local file that is being written. */
export interface DraftFile {
  readonly path: string
  readonly bytes: number
  /** @throws UnprocessableEntity if it would exceed the size limit of exports */
  append(part: Uint8Array | string): Promise<void>
  /** Overwrites earlier bytes. */
  patch(part: Uint8Array, at: number): Promise<void>
}

/** Passes a new file to `use`, and deletes it afterwards if it still exists. */
export async function withDraft<T>(path: string, use: (draft: DraftFile) => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  let file: FileHandle | null = await open(path, 'w', 0o600)
  let bytes = 0
  const handle = () => {
    if (!file) throw new Error('the draft is closed')
    return file
  }
  try {
    return await use({
      path,
      get bytes() {
        return bytes
      },
      async append(part) {
        const buffer = typeof part === 'string' ? Buffer.from(part) : part
        if (bytes + buffer.length > LIMITS.exports.fileBytes) {
          throw new AppError('UnprocessableEntity', `The file would be larger than ${LIMITS.exports.fileBytes} bytes`)
        }
        await handle().write(buffer, 0, buffer.length, bytes)
        bytes += buffer.length
      },
      async patch(part, at) {
        await handle().write(part, 0, part.length, at)
      },
    })
  } finally {
    await file.close()
    file = null
    await rm(path, { force: true })
  }
}
