// The launcher runs this before it starts the server of a checkout: `prepare.mjs COMMAND ARGUMENT…`.
import { pathToFileURL } from 'node:url'
import { serverMain } from './build-server.mjs'
import { buildWeb } from './build-web.mjs'

/** Builds what a command needs and has changed, and returns the file to start. Prints to standard error only. */
export const prepare = ([command, ...rest]) => {
  const asksForHelp = rest.some(word => word === '--help' || word === '-h')
  const built = command === 'serve' && !asksForHelp ? buildWeb() : 0
  if (built !== 0) process.exit(built)
  return serverMain()
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(prepare(process.argv.slice(2)))
