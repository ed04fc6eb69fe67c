// The process that makes a backup for a server: reading and compressing would slow down its requests.
import { getPriority, setPriority } from 'node:os'
import type { BackupAnswer } from './backup-process'
import { type BackupJob, makeBackup } from './make-backup'
import { BackupRefused } from './manifest-file'

/** After the server has ended, nobody receives messages: the draft must still be removed. */
const answer = (message: BackupAnswer): void => {
  if (!process.connected) return
  try {
    // With a callback, a failure to send is no uncaught error, which would leave the draft.
    process.send?.(message, undefined, undefined, () => undefined)
  } catch {
    // The server has just ended.
  }
}

const asked = new AbortController()
// The server has stopped or stopped the task.
process.on('disconnect', () => asked.abort(new Error('The server has stopped')))
process.on('message', message => {
  // Slightly below the server's priority: much lower, it would never end on a busy machine.
  setPriority(Math.min(19, getPriority() + 2))
  makeBackup(message as BackupJob, asked.signal, step => answer({ step }))
    .then(
      made => answer({ made }),
      error =>
        answer({
          error: error instanceof Error ? error.message : String(error),
          reason: error instanceof BackupRefused ? error.reason : null,
        }),
    )
    .finally(() => process.disconnect?.())
})
