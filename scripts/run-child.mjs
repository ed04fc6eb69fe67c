import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

/** Interval of checks whether npm is still running. */
const LOOK_MS = 250

/**
 * Runs a program in the foreground with this program's own input and output, passes signals on to it, and ends this
 * program as the child ended: with its code, or 128 + the signal's number. The child never outlives this program: it is
 * asked to end when npm, which started this one, has ended, and notices by a closed channel
 * (`process.on('disconnect')`) that this program was killed.
 */
export const runInForeground = (command, args, options = {}) => {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options })
  let isAsked = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      isAsked = true
      // A terminal sends Ctrl-C to the whole group: the child already has it, and a second one would interrupt its
      // shutdown.
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
 * npm does not pass on every signal, and a shell may be in between. A program started by a person may outlive its
 * shell, for example with `nohup`: only one started by npm ends with its parent.
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
    // It is running and belongs to another user.
    return error.code === 'EPERM'
  }
}
