import { spawn } from 'node:child_process'

const running = new Set()

/** Every child leads a process group: everything it started ends with it, and nothing else does. */
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
 * Runs a program to its end, or to its time limit. Resolves to its exit code, never 0 after the limit; prints a line
 * every half minute. `quiet` shows output only after a failure.
 */
export const run = (name, command, args, { seconds, quiet = false, ...options }) =>
  new Promise(resolve => {
    const began = Date.now()
    const output = quiet ? 'pipe' : 'inherit'
    const child = start(command, args, { stdio: ['ignore', output, output], ...options })
    const written = []
    child.stdout?.on('data', chunk => written.push(chunk))
    child.stderr?.on('data', chunk => written.push(chunk))
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
      // Processes left in its group (a server, a browser) must end with it.
      endGroup(child, 'SIGKILL')
      if (code !== 0) process.stdout.write(Buffer.concat(written))
      resolve(timedOut ? code || 1 : code)
    }
    child.on('error', error => {
      console.log(`  ${name}: ${error.message}`)
      finish(1)
    })
    child.on('close', code => finish(code ?? 1))
  })
