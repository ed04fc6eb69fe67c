import { spawn } from 'node:child_process'

const running = new Set()

/** Every child leads a process group of its own: what it started ends with it, and nothing else does. */
const endGroup = (child, signal) => {
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It ended meanwhile.
  }
}

/** Ends the children that are still there, at once. */
export const endAll = () => {
  for (const child of running) endGroup(child, 'SIGKILL')
}

/** Starts a program in a process group of its own. */
export const start = (command, args, options) => {
  const child = spawn(command, args, { detached: true, ...options })
  running.add(child)
  child.on('exit', () => running.delete(child))
  return child
}

/**
 * Runs a program to its end, or to its time limit. Resolves to `{ code, timedOut }`; a line every half minute shows
 * that a long one is alive.
 */
export const run = (name, command, args, { seconds, ...options }) =>
  new Promise(resolve => {
    const began = Date.now()
    const child = start(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options })
    let timedOut = false
    const elapsed = () => Math.round((Date.now() - began) / 1000)
    const alive = setInterval(() => console.log(`  … ${name} runs for ${elapsed()} s`), 30_000)
    const limit = setTimeout(() => {
      timedOut = true
      console.log(`  ${name} took more than ${seconds} s and was ended`)
      endGroup(child, 'SIGTERM')
      setTimeout(() => endGroup(child, 'SIGKILL'), 5_000).unref()
    }, seconds * 1000)
    const finish = code => {
      clearInterval(alive)
      clearTimeout(limit)
      // What it left behind in its group (a server, a browser) must not outlive it.
      endGroup(child, 'SIGKILL')
      resolve({ code, timedOut })
    }
    child.on('error', error => {
      console.log(`  ${name}: ${error.message}`)
      finish(1)
    })
    child.on('exit', code => finish(code ?? 1))
  })
