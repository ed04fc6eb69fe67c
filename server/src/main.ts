import { runCommandLine } from './cli'
import { processEnvironment } from './config'

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: processEnvironment(),
  cwd: process.cwd(),
  print: line => console.log(line),
  warn: line => console.error(line),
})
// Nothing that a command has left open may keep the process alive.
process.exit()
