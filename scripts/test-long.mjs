// `npm run test:long [-- ROW…] [--rounds N] [--seed S] [--database sqlite|postgres]`: fault injection, about an hour.
// The rows are in tests/long/rows; the figures go to docs/reliability.md.
import { requireBun, root } from './find-bun.mjs'
import { runInForeground } from './run-child.mjs'
import { prepareTools } from './test/tools.mjs'

const { problems, shared } = prepareTools()
for (const problem of problems) console.log(problem)
const own = Object.entries(process.env).filter(([name]) => !name.startsWith('OCTAVO_'))
const env = { ...Object.fromEntries(own), OCTAVO_TEST_SHARED: shared }
runInForeground(requireBun(), ['tests/long/main.ts', ...process.argv.slice(2)], { cwd: root, env })
