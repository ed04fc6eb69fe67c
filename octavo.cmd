@echo off
rem Starts Octavo: see the file octavo, which does the same in a POSIX shell.
setlocal
if not defined UV_THREADPOOL_SIZE set UV_THREADPOOL_SIZE=32
set "bun=%~dp0runtime\bun.exe"
set "main=%~dp0dist\server\main.js"
if exist "%bun%" goto start

set "main="
set "bun=%~dp0node_modules\bun\bin\bun.exe"
rem Without install scripts, this is only a text; the runtime is in the package of this platform.
set "size="
for %%f in ("%bun%") do set "size=%%~zf"
if not defined size set "size=0"
if %size% lss 1000000 for /d %%d in ("%~dp0node_modules\@oven\bun-windows-*") do set "bun=%%d\bin\bun.exe"
if not exist "%bun%" (
  echo Octavo's dependencies are not installed. Run npm ci once, then start again. 1>&2
  exit /b 1
)
for /f "usebackq delims=" %%m in (`call "%bun%" "%~dp0scripts\prepare.mjs" %1`) do set "main=%%m"
if not defined main exit /b 1

:start
"%bun%" "%main%" %*
exit /b %ERRORLEVEL%
