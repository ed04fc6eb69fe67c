import { runCommandLine } from './cli'
import { processEnvironment } from './config'

/** Anything left open by a failed start must not keep the process alive. */
const GRACE_MS = 500

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: processEnvironment(),
  cwd: process.cwd(),
  print: line => console.log(line),
  warn: line => console.error(line),
})
setTimeout(() => process.exit(), GRACE_MS).unref()
