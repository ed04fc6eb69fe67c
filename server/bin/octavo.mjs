#!/usr/bin/env node
// The `octavo` command: hands its arguments to the server's command line, which runs on Bun.
import { join } from 'node:path'
import { requireBun, root } from '../../scripts/find-bun.mjs'
import { runInForeground } from '../../scripts/run-child.mjs'
import { serverEnvironment } from '../../scripts/server-env.mjs'

runInForeground(requireBun(), [join(root, 'server/src/main.ts'), ...process.argv.slice(2)], {
  env: serverEnvironment(),
})
