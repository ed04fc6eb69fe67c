import type { ReactNode } from 'react'

/**
 * Markdown as elements: headings, lists, rules, paragraphs, bold, italic, code and web links. HTML is not interpreted:
 * everything else is plain text.
 */
export function Markdown({ text }: { readonly text: string }) {
  return <>{blocksOf(text).map((block, at) => blockElement(block, at))}</>
}

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: string[] }
  | { readonly kind: 'rule' }
  | { readonly kind: 'paragraph'; readonly lines: string[] }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open = false
  for (const line of text.split('\n').map(each => each.trim())) {
    const last = blocks.at(-1)
    const heading = /^(#{1,6}) (.+)$/.exec(line)
    const item = /^(?:[-*]|(\d{1,9})\.) (.+)$/.exec(line)
    if (line === '') open = false
    else if (heading) blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' })
    else if (/^(?:---+|\*\*\*+)$/.test(line)) blocks.push({ kind: 'rule' })
    else if (item) {
      const ordered = item[1] !== undefined
      if (open && last?.kind === 'list' && last.ordered === ordered) last.items.push(item[2] ?? '')
      else blocks.push({ kind: 'list', ordered, items: [item[2] ?? ''] })
    } else if (open && last?.kind === 'paragraph') last.lines.push(line)
    else blocks.push({ kind: 'paragraph', lines: [line] })
    if (line !== '') open = true
  }
  return blocks
}

function blockElement(block: Block, key: number): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level <= 2 ? <h3 key={key}>{inline(block.text)}</h3> : <h4 key={key}>{inline(block.text)}</h4>
    case 'rule':
      return <hr key={key} />
    case 'list': {
      const items = block.items.map((item, at) => <li key={at}>{inline(item)}</li>)
      return block.ordered ? <ol key={key}>{items}</ol> : <ul key={key}>{items}</ul>
    }
    case 'paragraph':
      return (
        <p key={key}>
          {block.lines.flatMap((line, at) => (at === 0 ? inline(line) : [<br key={`br-${at}`} />, ...inline(line)]))}
        </p>
      )
  }
}

const PAIRS = [
  ['**', 'strong'],
  ['`', 'code'],
  ['*', 'em'],
  ['_', 'em'],
] as const

/** Text with inline marks. An unclosed mark is text, and is not searched for again, so that the time stays linear. */
function inline(text: string): ReactNode[] {
  const found: ReactNode[] = []
  const unclosed = new Set<string>()
  let plain = ''
  const flush = () => {
    if (plain) found.push(plain)
    plain = ''
  }
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\\' && at + 1 < text.length) {
      plain += text[at + 1]
      at += 2
      continue
    }
    const link = text[at] === '[' && !unclosed.has('[') ? linkAt(text, at) : null
    if (link) {
      flush()
      found.push(
        <a key={at} href={link.href} target="_blank" rel="noopener noreferrer">
          {unescaped(link.label)}
        </a>,
      )
      at = link.end
      continue
    }
    const pair = PAIRS.find(([mark]) => text.startsWith(mark, at) && !unclosed.has(mark))
    const end = pair ? closing(text, pair[0], at + pair[0].length) : -1
    if (pair && end > 0) {
      flush()
      const inside = text.slice(at + pair[0].length, end)
      const Mark = pair[1]
      found.push(<Mark key={at}>{unescaped(inside)}</Mark>)
      at = end + pair[0].length
      continue
    }
    if (pair) unclosed.add(pair[0])
    plain += text[at]
    at++
  }
  flush()
  return found
}

/** The end of a non-empty, unescaped mark; -1 if there is none. */
function closing(text: string, mark: string, from: number): number {
  for (let at = text.indexOf(mark, from); at > 0; at = text.indexOf(mark, at + 1)) {
    if (at > from && text[at - 1] !== '\\') return at
  }
  return -1
}

/** `[label](address)` with a web address. */
function linkAt(text: string, at: number) {
  const match = /^\[((?:\\.|[^\\\]]){1,500})\]\(((?:\\.|[^\\)\s]){1,2000})\)/.exec(text.slice(at, at + 2600))
  const address = unescaped(match?.[2] ?? '')
  if (!match || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  return { label: match[1] ?? '', href: new URL(address).href, end: at + match[0].length }
}

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')
