import { join } from 'node:path'
import type { Refusal } from '@octavo/contract/refusals'
import { refused } from '../../../kernel/app-error'
import type { BackupJob, MadeBackup } from './make-backup'

export type BackupAnswer =
  | { readonly step: string }
  | { readonly made: MadeBackup }
  | { readonly error: string; readonly reason: Refusal | null }

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
  signal.throwIfAborted()
  const end = Promise.withResolvers<MadeBackup>()
  // If sending the job fails, nobody waits for the end.
  end.promise.catch(() => undefined)
  const child = Bun.spawn([process.execPath, CHILD_SCRIPT], {
    stdio: ['ignore', 'ignore', 'inherit'],
    serialization: 'json',
    ipc: message => {
      const answer = message as BackupAnswer
      if ('step' in answer) inform(answer.step)
      else if ('made' in answer) end.resolve(answer.made)
      else end.reject(failure(answer))
    },
    onExit: (_, code, killedBy) =>
      end.reject(
        new Error(`The backup process ended (${killedBy ?? `exit code ${code}`}) before the backup was complete`),
      ),
  })
  function failure({ error, reason }: Extract<BackupAnswer, { error: string }>): Error {
    return reason === null ? new Error(error) : refused('UnprocessableEntity', reason, error, { where: job.folder })
  }
  function stop(reason: unknown): void {
    end.reject(reason)
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
    try {
      child.disconnect()
    } catch {
      // The process has already ended.
    }
  }
  function inform(text: string): void {
    try {
      step(text)
    } catch (error) {
      stop(error)
    }
  }
  const onAbort = () => stop(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    child.send(job)
    return await end.promise
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
