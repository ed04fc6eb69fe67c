import { ConfigError, type Loaded, loadConfig, nearest, type SettingKey, type Sources } from '../config'
import { VERSION } from '../kernel/version'
import { parseArguments } from './arguments'
import { type Command, CommandFailure, EXIT, type Terminal, UsageError } from './command'
import { COMMANDS } from './commands'
import { explain } from './explain'
import { commandHelp, groupHelp, overview } from './help'

/** Runs one command line (without the program's name) and returns its exit code. Never throws. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(args, terminal)
  } catch (error) {
    return report(error, args, terminal)
  }
}

async function dispatch(args: readonly string[], terminal: Terminal): Promise<number> {
  const [first] = args
  if (first === '--version' || first === '-V' || first === 'version') {
    terminal.print(VERSION)
    return EXIT.done
  }
  const help = helpFor(args)
  if (help !== null) {
    terminal.print(help)
    return EXIT.done
  }
  const command = findCommand(args)
  const { names, options } = parseArguments(command, args.slice(command.words.length))
  const sources = sourcesOf(command, options, terminal)
  return command.run({ names, options, sources, terminal, config: () => loadAndWarn(sources, terminal) })
}

const ASKS_FOR_HELP = new Set(['--help', '-h'])

/**
 * The help requested by `--help`, `-h` or `help`: of everything, a group or one command; null if none was requested.
 */
function helpFor(args: readonly string[]): string | null {
  const [first, ...rest] = args
  if (first === undefined) return overview(COMMANDS)
  if (ASKS_FOR_HELP.has(first) || first === 'help') return rest[0] === undefined ? overview(COMMANDS) : helpAbout(rest)
  const end = args.indexOf('--')
  const words = end < 0 ? args : args.slice(0, end)
  const isGroupHelp = rest[0] === 'help' && commandsOf(first).some(command => command.words.length > 1)
  return isGroupHelp || words.some(word => ASKS_FOR_HELP.has(word)) ? helpAbout(args) : null
}

function helpAbout(args: readonly string[]): string {
  const [first = '', second] = args
  const group = commandsOf(first)
  const wholeGroup = second === undefined || second === 'help' || ASKS_FOR_HELP.has(second)
  if (wholeGroup && group.some(({ words }) => words.length > 1)) return groupHelp(first, group)
  return commandHelp(findCommand(args))
}

function commandsOf(first: string): readonly Command[] {
  return COMMANDS.filter(({ words }) => words[0] === first)
}

/** @throws UsageError which names the command that was most likely meant */
function findCommand(args: readonly string[]): Command {
  const found = COMMANDS.find(({ words }) => words.every((word, place) => args[place] === word))
  if (found) return found
  const [first = '', second] = args
  const group = commandsOf(first)
  if (group.length > 0) {
    const choices = group.map(({ words }) => words[1] ?? '')
    const meant = second === undefined ? null : nearest(second, choices)
    throw new UsageError(
      `octavo ${first} needs one of: ${choices.join(', ')}.${meant ? ` Did you mean octavo ${first} ${meant}?` : ''}`,
    )
  }
  if (first.startsWith('-')) {
    throw new UsageError(`The command comes first, then its options: octavo COMMAND ${nameOfOption(first)}`)
  }
  const meant = nearest(first, [...new Set(COMMANDS.map(({ words }) => words[0] ?? ''))])
  throw new UsageError(`There is no command "${first}".${meant ? ` Did you mean octavo ${meant}?` : ''}`)
}

/** Without its value, which may be a password. */
const nameOfOption = (word: string) => (word.startsWith('--') ? word.replace(/=.*/s, '') : word.slice(0, 2))

/** Where to read more about the part of the command line that was right. */
function hint([first = '', second = '']: readonly string[]): string {
  const command = COMMANDS.find(({ words: [word, sub = second] }) => word === first && sub === second)
  if (command) return `Type \`octavo ${command.words.join(' ')} --help\` for its options.`
  return `Type \`octavo ${commandsOf(first).length > 0 ? `${first} ` : ''}--help\` for all commands.`
}

function sourcesOf(
  command: Command,
  options: Readonly<Record<string, string | boolean>>,
  { environment, cwd }: Terminal,
): Sources {
  const settings: Partial<Record<SettingKey, string>> = {}
  for (const [name, value] of Object.entries(options)) {
    const setting = command.options[name]?.setting
    if (setting && typeof value === 'string') settings[setting] = value
  }
  const file = typeof options.config === 'string' ? options.config : undefined
  return { environment, cwd, file, options: settings }
}

function loadAndWarn(sources: Sources, terminal: Terminal): Loaded {
  const loaded = loadConfig(sources)
  for (const warning of loaded.warnings) terminal.warn(`Warning: ${warning}`)
  return loaded
}

/** Whatever repeats an address, such as one that was taken for a folder, does so without its user and password. */
const withoutCredentials = (line: string) => line.replace(/(:\/+)[^\s"]*@/g, '$1…@')

function report(error: unknown, args: readonly string[], { environment, warn: print }: Terminal): number {
  const warn = (line: string) => print(withoutCredentials(line))
  if (error instanceof UsageError) {
    warn(`octavo: ${error.message}`)
    warn(hint(args))
    return EXIT.usage
  }
  if (error instanceof ConfigError) {
    for (const problem of error.problems) warn(`octavo: ${problem}`)
    return error.problems.every(problem => problem.startsWith('--')) ? EXIT.usage : EXIT.failed
  }
  warn(`octavo: ${explain(error)}`)
  const level = environment.OCTAVO_LOG_LEVEL?.toLowerCase()
  if ((level === 'debug' || level === 'trace') && error instanceof Error) warn(error.stack ?? '')
  return error instanceof CommandFailure ? error.exitCode : EXIT.failed
}
