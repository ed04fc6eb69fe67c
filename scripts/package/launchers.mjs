// The `octavo` command of a package: the runtime with the built server. Threads: see scripts/server-env.mjs.
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serverEnvironment } from '../server-env.mjs'

const { UV_THREADPOOL_SIZE: threads } = serverEnvironment({})

const SHELL = `#!/bin/sh
# Starts Octavo with the runtime in this folder.
self=$0
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=\${self%/*}/$link ;;
  esac
done
case $self in
  */*) folder=$(cd "\${self%/*}" && pwd -P) ;;
  *) folder=$(pwd -P) ;;
esac
UV_THREADPOOL_SIZE=\${UV_THREADPOOL_SIZE:-${threads}}
export UV_THREADPOOL_SIZE
exec "$folder/runtime/bun" "$folder/dist/server/main.js" "$@"
`

const WINDOWS = `@echo off
rem Starts Octavo with the runtime in this folder.
setlocal
if not defined UV_THREADPOOL_SIZE set UV_THREADPOOL_SIZE=${threads}
"%~dp0runtime\\bun.exe" "%~dp0dist\\server\\main.js" %*
exit /b %ERRORLEVEL%
`

export const writeLauncher = (folder, { os }) => {
  if (os === 'win32') {
    writeFileSync(join(folder, 'octavo.cmd'), WINDOWS.replaceAll('\n', '\r\n'))
    return
  }
  const file = join(folder, 'octavo')
  writeFileSync(file, SHELL)
  chmodSync(file, 0o755)
}
