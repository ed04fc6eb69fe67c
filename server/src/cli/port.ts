import { createServer } from 'node:net'
import { CommandFailure } from './command'

/** Ports tried beyond the wanted one. */
const ATTEMPTS = 20

/**
 * The wanted port if it is free, else the next free one if another port is allowed.
 * @throws CommandFailure when none is
 */
export async function choosePort(host: string, wanted: number, { mayMove }: { mayMove: boolean }): Promise<number> {
  if (wanted === 0) return 0
  const last = Math.min(65_535, mayMove ? wanted + ATTEMPTS : wanted)
  for (let port = wanted; port <= last; port++) {
    const error = await tryPort(host, port)
    if (error === null) return port
    if (error.code !== 'EADDRINUSE') throw error
  }
  if (mayMove) throw new CommandFailure(`The ports ${wanted} to ${last} are all in use. Choose one with --port.`)
  throw new CommandFailure(
    `Port ${wanted} is in use by another program. Stop that program, or choose another port with --port or OCTAVO_PORT.`,
  )
}

function tryPort(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', error => resolve(error))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}
