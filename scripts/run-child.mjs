import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/**
 * Runs a program in the foreground with this program's own input and output, passes signals on to it, and ends this
 * program as the child ended: with its code, or 128 + the signal's number. The child notices by a closed channel
 * (`process.on('disconnect')`) that this program was killed.
 */
export const runInForeground = (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the whole group: the child already has it, and a second one would interrupt its
      // shutdown.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  child.on('error', error => {
    console.error(`Cannot run ${command}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
