// `npm start -- FOLDER…`: web app and server built if needed, then the server with those folders as libraries.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { serverMain } from './build-server.mjs'
import { buildWeb } from './build-web.mjs'
import { requireBun, root } from './find-bun.mjs'
import { runInForeground } from './run-child.mjs'
import { serverEnvironment } from './server-env.mjs'

const bun = requireBun()
const built = buildWeb()
if (built !== 0) process.exit(built)

/** npm changes to the project's folder first; a relative folder refers to the person's current folder. */
const stood = process.env.INIT_CWD ?? process.cwd()
const asMeant = argument => {
  const path = resolve(stood, argument)
  return !argument.startsWith('-') && existsSync(path) ? path : argument
}

runInForeground(bun, [serverMain(), 'serve', ...process.argv.slice(2).map(asMeant)], {
  cwd: root,
  env: serverEnvironment(),
})
