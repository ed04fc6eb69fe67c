import type { Command, Option } from './command'

const HELP_OPTION: Readonly<Record<string, Option>> = { help: { short: 'h', about: 'Shows this text' } }

/** What `octavo --help` prints. */
export function overview(commands: readonly Command[]): string {
  return [
    'Octavo is a library server for comics, manga and ebooks.',
    '',
    'Usage: octavo COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...columns(commands.map(command => [usage(command), command.summary])),
    '',
    'Options:',
    ...columns([
      ['-h, --help', 'Shows this text; after a command, its help'],
      ['--version', 'Prints the version'],
    ]),
    '',
    'Get started: octavo serve ~/Comics',
    'Settings: see docs/configuration.md or run `octavo config init`',
    '',
    'Exit codes: 0 success, 1 failure, 2 wrong command line',
  ].join('\n')
}

/** What `octavo config --help` prints: the commands that share the first word. */
export function groupHelp(word: string, commands: readonly Command[]): string {
  return [
    `Usage: octavo ${word} COMMAND [OPTIONS]`,
    '',
    'Commands:',
    ...columns(commands.map(command => [usage(command), command.summary])),
    '',
    `Options of a command: octavo ${commands[0]?.words.join(' ')} --help`,
  ].join('\n')
}

/** What `octavo COMMAND --help` prints. */
export function commandHelp(command: Command): string {
  const options = Object.entries({ ...command.options, ...HELP_OPTION })
  return [
    `${command.summary}.`,
    '',
    `Usage: octavo ${usage(command)}${Object.keys(command.options).length > 0 ? ' [OPTIONS]' : ''}`,
    ...(command.more ? ['', command.more] : []),
    '',
    'Options:',
    ...columns(options.map(([name, option]) => [optionUsage(name, option), option.about])),
  ].join('\n')
}

function usage({ words, takes }: Command): string {
  return [...words, ...(takes ? [takes.shown] : [])].join(' ')
}

function optionUsage(name: string, { short, value }: Option): string {
  return `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
