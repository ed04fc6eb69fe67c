#!/usr/bin/env node
// The `octavo` command: hands its arguments to the server's command line, which runs on Bun.
import { serverMain } from '../../scripts/build-server.mjs'
import { requireBun } from '../../scripts/find-bun.mjs'
import { runInForeground } from '../../scripts/run-child.mjs'
import { serverEnvironment } from '../../scripts/server-env.mjs'

runInForeground(requireBun(), [serverMain(), ...process.argv.slice(2)], { env: serverEnvironment() })
