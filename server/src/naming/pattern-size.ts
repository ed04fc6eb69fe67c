/** Maximum size of one character class, in instructions. */
const CLASS = 8

/**
 * Estimated instructions of a pattern, without compiling it: nested repetitions multiply, and 200 characters could take
 * seconds and gigabytes.
 */
export function patternSize(source: string): number {
  const open: number[] = [0]
  let last = 0
  let at = 0
  const add = (size: number) => {
    open[open.length - 1] = (open.at(-1) ?? 0) + size
    last = size
  }
  while (at < source.length) {
    const rest = source.slice(at, at + 16)
    const repeat = /^\{(\d+)(,(\d*))?\}/.exec(rest)
    if (repeat) {
      const least = Number(repeat[1])
      const times = Math.max(1, repeat[2] === undefined ? least : repeat[3] ? Number(repeat[3]) : least + 1)
      const before = last
      add(before * (times - 1))
      last = before * times
      at += repeat[0].length
      continue
    }
    const char = source[at]
    if (char === '\\') {
      add(/^\\[pPdDwWsS]/.test(rest) ? CLASS : 1)
      at += 2
    } else if (char === '[') {
      const end = endOfClass(source, at)
      add(CLASS + (end - at) / 4)
      at = end
    } else if (char === '(') {
      open.push(0)
      at++
    } else if (char === ')') {
      const size = (open.length > 1 ? (open.pop() ?? 0) : 0) + 2
      add(size)
      at++
    } else {
      if (char === '*' || char === '+' || char === '?' || char === '|') open[open.length - 1] = (open.at(-1) ?? 0) + 1
      else add(1)
      at++
    }
  }
  return open.reduce((sum, size) => sum + size, 0)
}

/** The end of a class that begins at `from`; a bracket right at its beginning is part of it. */
function endOfClass(source: string, from: number): number {
  let at = from + 1
  if (source[at] === '^') at++
  if (source[at] === ']') at++
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at + 1
}
