import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** How often it is looked whether npm is still there. */
const LOOK_MS = 250

/**
 * Runs a program in the foreground with this program's own input and output, passes signals on to it,
 * and ends this program as the child ended: with its code, or 128 + the signal's number.
 * The child never outlives this program: it is asked to end when npm, which started this one, has ended, and sees by a
 * channel that closes (`process.on('disconnect')`) that this program itself was killed.
 */
export const runInForeground = (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isAsked = true
      // A terminal sends Ctrl-C to the whole group: the child has it already, and a second one would cut its goodbye short.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  whenStarterEnds(() => {
    if (!isAsked) child.kill('SIGTERM')
  })
  child.on('error', error => {
    console.error(`Cannot run ${command}: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}

/**
 * npm does not pass every signal on, and a shell of its own may stand between it and us. A program that was started by
 * hand may outlive its shell, as `nohup` wants it: only one that npm started ends with what started it.
 */
const whenStarterEnds = act => {
  if (!process.env.npm_execpath) return
  const parent = process.ppid
  const starters = [parent, ...shellStarter(parent)]
  const look = setInterval(() => {
    if (process.ppid === parent && starters.every(isRunning)) return
    clearInterval(look)
    act()
  }, LOOK_MS)
  look.unref()
}

/** What started the shell that npm runs a script in, where the shell has not given way to us; Linux alone says it. */
const shellStarter = parent => {
  try {
    const [name, , starter] = /\((.*)\) (\S) (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')).slice(1)
    return /^(ba|da|a|z|k)?sh$|^busybox$/.test(name) ? [Number(starter)] : []
  } catch {
    return []
  }
}

const isRunning = pid => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs and is somebody else's.
    return error.code === 'EPERM'
  }
}
