import { join } from 'node:path'
import { ROOT } from './paths'

const { serverMain } = (await import(join(ROOT, 'scripts/build-server.mjs'))) as { serverMain: () => string }

/** The file that `npm start` and the `octavo` command start: the server as it is built, of the sources as they are now. */
export const SERVER_MAIN = serverMain()
