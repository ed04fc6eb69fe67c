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
json.dump([read(document) for document in json.load(sys.stdin)], sys.stdout)
`

/** XML documents as trees with namespaces, read at one go. Throws when one is not well-formed. */
export function readXml(...documents: readonly string[]): XmlElement[] {
  const stdin = Buffer.from(JSON.stringify(documents))
  const run = Bun.spawnSync(['python3', '-IS', '-c', READ], { stdin, stdout: 'pipe', stderr: 'pipe' })
  if (run.exitCode !== 0) throw new Error(`python3 failed: ${run.stderr}`)
  const trees = JSON.parse(run.stdout.toString()) as (XmlElement | string)[]
  return trees.map((each, place) => {
    if (typeof each === 'string') throw new Error(`Not well-formed (${each}): ${documents[place]}`)
    return each
  })
}
