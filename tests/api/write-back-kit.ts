import { execFileSync } from 'node:child_process'
import type { WriteBackPreviewDto, WriteBackStartedDto } from '@octavo/contract/write-back'
import { type Client, until } from '../kit/client'

/**
 * Members of an archive except some, with the hash of each; and the elements of its documents as ElementTree reads
 * them.
 */
const READ = `
import hashlib, json, sys, zipfile
import xml.etree.ElementTree as ET
path, names = sys.argv[1], sys.argv[2:]
def elements(data):
    local = lambda tag: tag.split('}')[-1]
    found = []
    for e in ET.fromstring(data).iter():
        found.append([local(e.tag), (e.text or '').strip(), {local(k): v for k, v in e.attrib.items()}])
    return found
if path.endswith('.opf') or path.endswith('.xml'):
    print(json.dumps({'members': {}, 'documents': [elements(open(path, 'rb').read())]}))
else:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        members = {i.filename: hashlib.sha256(archive.read(i)).hexdigest() for i in archive.infolist() if i.filename not in names}
        documents = [elements(archive.read(n)) if n in archive.namelist() else [] for n in names]
        print(json.dumps({'members': members, 'documents': documents}))
`
export type Element = readonly [name: string, text: string, attributes: Readonly<Record<string, string>>]

/** What python reads in a document, or in documents of an archive. */
export function readByPython(path: string, ...names: readonly string[]) {
  const { members, documents } = JSON.parse(
    execFileSync('python3', ['-c', READ, path, ...names], { encoding: 'utf8' }),
  ) as { members: Record<string, string>; documents: Element[][] }
  return { members, documents, elements: documents[0] ?? [] }
}

export function textOf(elements: readonly Element[], name: string): string[] {
  return elements.filter(([tag]) => tag === name).map(([, text]) => text)
}

/** Calls of writing to the files of one library. */
export function writingTo(admin: Client, libraryId: string) {
  return {
    mode: (writeBack: string) =>
      admin.patch(`/api/v1/libraries/${libraryId}`, {
        scanningConfig: { enabled: true, scanMode: 'normal', writeBack },
      }),
    preview: (body: object) => admin.post<WriteBackPreviewDto>('/api/v1/books/metadata/write-back/preview', body),
    async write(body: object) {
      const { taskIds } = await admin.post<WriteBackStartedDto>('/api/v1/books/metadata/write-back', body)
      const task = () => admin.get<{ status: string; result?: unknown }>(`/api/v1/tasks/${taskIds[0]}`)
      return (await until(task, ({ status }) => ['completed', 'failed'].includes(status))).result
    },
  }
}
