import type { XmlElement } from './validate'

/** Expat checks that a document is well-formed and resolves its namespaces. */
const READ = `
import json, sys, xml.etree.ElementTree as tree
def split(name):
    namespace, _, local = name[1:].partition('}') if name[0] == '{' else ('', '', name)
    return {'namespace': namespace, 'local': local}
def plain(element):
    children = [element.text or '']
    for child in element:
        children += [plain(child), child.tail or '']
    attributes = [dict(split(name), value=value) for name, value in element.attrib.items()]
    return dict(split(element.tag), attributes=attributes, children=[child for child in children if child != ''])
def read(document):
    try:
        return plain(tree.fromstring(document.encode('utf-8', 'surrogatepass')))
    except (tree.ParseError, ValueError) as error:
        return str(error)
for line in sys.stdin:
    print(json.dumps(read(json.loads(line))), flush=True)
`

interface Reader {
  readonly ask: (line: string) => void
  readonly answers: AsyncIterator<string>
}

let reader: Reader | undefined
let queue: Promise<unknown> = Promise.resolve()

/** An XML document as a tree with namespaces. Rejects when it is not well-formed. */
export function readXml(xml: string): Promise<XmlElement> {
  const answer = queue.then(async () => {
    reader ??= startReader()
    reader.ask(JSON.stringify(xml))
    const { value, done } = await reader.answers.next()
    if (done) throw new Error('python3 has ended')
    const tree = JSON.parse(value) as XmlElement | string
    if (typeof tree === 'string') throw new Error(`Not well-formed (${tree}): ${xml}`)
    return tree
  })
  queue = answer.catch(() => undefined)
  return answer
}

/** One Python for all documents: starting it takes longer than reading. It ends with this process. */
function startReader(): Reader {
  const child = Bun.spawn(['python3', '-IS', '-c', READ], { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' })
  child.unref()
  return {
    ask: line => {
      child.stdin.write(`${line}\n`)
      child.stdin.flush()
    },
    answers: lines(child.stdout),
  }
}

async function* lines(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}
