import { CONFIG_OPTIONS, type Command, EXIT } from './command'

const WORDS = { ok: 'ok  ', warning: 'warn', failed: 'FAIL' } as const

export const doctorCommand: Command = {
  words: ['doctor'],
  summary: 'Checks disk, permissions, database, clock, memory, port and proxy, and tells you what to do',
  more: 'Changes nothing; servers can keep running. Exits with 1 if a check failed.',
  options: { ...CONFIG_OPTIONS, json: { short: 'j', about: 'Prints the checks as JSON' } },
  async run({ config, options, terminal }) {
    const { runChecks } = await import('./doctor-checks')
    const checks = await runChecks(config().config)
    if (options.json) terminal.print(JSON.stringify(checks, null, 2))
    else {
      const width = Math.max(...checks.map(({ name }) => name.length))
      for (const { name, status, found, advice } of checks) {
        terminal.print(`${WORDS[status]}  ${name.padEnd(width)}  ${found}`)
        if (advice) terminal.print(`${' '.repeat(width + 8)}${advice}`)
      }
    }
    return checks.some(({ status }) => status === 'failed') ? EXIT.failed : EXIT.done
  },
}
