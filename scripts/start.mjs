// `npm start -- FOLDER…`: `octavo serve FOLDER…`, in the folder where npm was started.
import { join } from 'node:path'
import { requireBun, root } from './find-bun.mjs'
import { prepare } from './prepare.mjs'
import { runInForeground } from './run-child.mjs'
import { serverEnvironment } from './server-env.mjs'

process.chdir(process.env.INIT_CWD ?? process.cwd())
const args = ['serve', ...process.argv.slice(2)]
if (process.platform === 'win32') runInForeground(requireBun(), [prepare(args), ...args], { env: serverEnvironment() })
// The launcher replaces this process. Bun can do that on every system but Windows; Node 20 cannot.
else process.execve(join(root, 'octavo'), ['octavo', ...args], process.env)
