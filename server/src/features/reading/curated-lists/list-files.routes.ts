import * as contract from '@octavo/contract/read-list-file'
import { attachment } from '../../../http/attachment'
import type { Binder } from '../../../http/bind'
import { uploadedFile } from '../../../http/upload'
import { LIMITS } from '../../../kernel/limits'
import type { CuratedListDeps } from './collections.routes'
import { readListView } from './curated-list.view'
import { findList } from './curated-lists.queries'
import { namedList } from './export-list'
import { importList, matchFile } from './import-list'
import { READ_LIST } from './kind'
import { cblText, jsonText } from './list-text'
import { countsOfOne } from './members'

/** Import and export of read lists. */
export function listFileRoutes(binder: Binder, deps: CuratedListDeps): void {
  const { reader } = deps

  binder.bind(contract.matchReadListFile, async ({ viewer, request }) => {
    const file = await uploadedFile(request, ['file'], LIMITS.curatedLists.fileBytes)
    return matchFile(reader, viewer, Buffer.from(await file.arrayBuffer()))
  })
  binder.bind(contract.importReadList, async ({ viewer, body }) => {
    const row = await importList(deps, viewer, body)
    return readListView(row, await countsOfOne(reader, viewer, READ_LIST, row), viewer)
  })
  binder.bind(contract.exportReadList, async ({ viewer, params, query }) => {
    const row = await findList(reader, viewer, READ_LIST, params.read_list_id)
    const list = await namedList(reader, viewer, row)
    const isCbl = query.format === 'cbl'
    const name = row.name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    return new Response(isCbl ? cblText(list) : jsonText(list), {
      headers: {
        'Content-Type': isCbl ? 'application/xml;charset=utf-8' : 'application/json;charset=utf-8',
        'Content-Disposition': attachment(`${name}.${query.format}`),
      },
    })
  })
}
