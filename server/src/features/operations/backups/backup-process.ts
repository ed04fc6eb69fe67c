import { join } from 'node:path'
import { AppError } from '../../../kernel/app-error'
import type { BackupJob, MadeBackup } from './make-backup'

export type BackupAnswer =
  | { readonly step: string }
  | { readonly made: MadeBackup }
  | { readonly error: string; readonly refused: boolean }

/** Next to this file, or next to the built server. */
const CHILD_SCRIPT = join(import.meta.dir, import.meta.path.endsWith('.ts') ? 'backup-child.ts' : 'backup-child.js')
/** Time for the child to remove its draft; then it is killed. */
const STOP_MS = 5_000

/**
 * Makes a backup in a separate process, so that the server stays responsive.
 * @throws AppError with the reason for a failure
 */
export async function backupInProcess(
  job: BackupJob,
  signal: AbortSignal,
  step: (text: string) => void,
): Promise<MadeBackup> {
  const end = Promise.withResolvers<MadeBackup>()
  // Sending the job may fail before anybody waits for the end.
  end.promise.catch(() => undefined)
  const inform = (text: string) => {
    try {
      step(text)
    } catch (error) {
      end.reject(error)
    }
  }
  const child = Bun.spawn([process.execPath, CHILD_SCRIPT], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'json',
    ipc: message => {
      const answer = message as BackupAnswer
      if ('step' in answer) inform(answer.step)
      else if ('made' in answer) end.resolve(answer.made)
      else end.reject(answer.refused ? new AppError('UnprocessableEntity', answer.error) : new Error(answer.error))
    },
    onExit: (_, code, killedBy) =>
      end.reject(
        new Error(`The backup process ended (${killedBy ?? `exit code ${code}`}) before the backup was complete`),
      ),
  })
  const stop = () => {
    try {
      child.disconnect()
    } catch {
      // It has ended already.
    }
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
    end.reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    if (signal.aborted) stop()
    else child.send(job)
    return await end.promise
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
