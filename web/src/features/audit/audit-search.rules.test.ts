import { describe, expect, test } from 'bun:test'
import { AUDIT_ACTIONS } from '@octavo/contract/audit'
import { PatchBookMetadataRequest, UpdateBookMetadataLocksRequest } from '@octavo/contract/book-metadata'
import { UpdateLibraryRequest } from '@octavo/contract/library'
import { PatchLibraryJobRequest } from '@octavo/contract/library-job'
import { PatchSeriesMetadataRequest, UpdateMetadataLocksRequest } from '@octavo/contract/series-metadata'
import labelsDe from '../../messages/de.json'
import labelsEn from '../../messages/en.json'
import { actionsOf, allActions, groupNames, readKind } from './audit-kinds.rules'
import { auditParameters } from './audit-parameters.rules'
import { type AuditSearch, isFiltered, readAuditSearch } from './audit-search.rules'
import { namedFields } from './changed-fields.rules'
import { csvOf } from './csv.rules'
import { LOCKED_FIELDS } from './edited-fields.rules'
import de from './messages/de.json'
import en from './messages/en.json'

const person = '0198c5a2-7c1e-7d3a-9b52-3f1f2c4d5e6f'
const set = (query: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))

describe('the kinds', () => {
  test('are those of the server, each in one group', () => {
    expect([...allActions].sort()).toEqual([...AUDIT_ACTIONS].sort())
    expect(groupNames.filter(name => AUDIT_ACTIONS.some(action => action === (name as string)))).toEqual([])
  })

  test('have their words in both languages: a name, and a sentence with the place of what it is about', () => {
    const sentences: Record<string, unknown>[] = [en, de]
    for (const messages of sentences) {
      for (const action of AUDIT_ACTIONS) {
        expect([action, messages[`audit.action.${action}`]]).toEqual([action, expect.stringMatching(/\S/)])
        expect([action, messages[`audit.entry.${action}`]]).toEqual([
          action,
          expect.stringMatching(/^[^{]*\{what\}[^{]*$/),
        ])
      }
      for (const group of groupNames) expect(messages[`audit.group.${group}`]).toEqual(expect.stringMatching(/\S/))
    }
  })

  test('have names of all fields that can be edited and locked', () => {
    const locks = [UpdateBookMetadataLocksRequest, UpdateMetadataLocksRequest].flatMap(({ shape }) =>
      Object.keys(shape),
    )
    const fields = [PatchBookMetadataRequest, PatchSeriesMetadataRequest].flatMap(({ shape }) => Object.keys(shape))
    const named = [...locks.map(name => (name === 'authorsJsonLock' ? name : name.replace(/Lock$/, ''))), ...fields]
    const keys = named.filter(name => name !== 'locks').map(name => `field.${LOCKED_FIELDS[name] ?? name}`)
    for (const messages of [labelsEn, labelsDe]) {
      expect(keys.filter(key => !(key in messages))).toEqual([])
    }
  })

  test('have names of all that can be changed of libraries and schedules', () => {
    const fields = [UpdateLibraryRequest, PatchLibraryJobRequest].flatMap(({ shape }) => Object.keys(shape))
    // Folders are a separate action.
    const folders = ['path', 'paths']
    expect(fields.filter(name => !namedFields.some(one => one === name) && !folders.includes(name))).toEqual([])
  })

  test('are asked for alone or as a group', () => {
    expect(readKind('everything')).toBeUndefined()
    expect(actionsOf('passkey_added')).toEqual(['passkey_added'])
    expect(actionsOf('settings')).toEqual(['settings_changed', 'settings_reset'])
  })
})

describe('the address', () => {
  test('is read as it was written', () => {
    const search: AuditSearch = {
      ...{ kind: 'signing_in', person, about: person, outcome: 'failed', q: '203.0', from: '2026-10-01' },
      ...{ to: '2026-10-31', page: 3 },
    }
    expect(readAuditSearch({ ...search })).toEqual(search)
    expect(readAuditSearch({ q: 203, time: '7d' })).toEqual({ q: '203', time: '7d' })
  })

  test('with any content does not fail: unknown parts are dropped, and a preset overrides days', () => {
    const odd = { kind: 'x', person: '7', about: {}, outcome: 'maybe', q: ' ', time: 'ever', page: 1 }
    expect(readAuditSearch(odd)).toEqual({})
    expect(readAuditSearch({ from: '2026-02-30', to: '26-1-1' })).toEqual({})
    expect(readAuditSearch({ time: 'today', from: '2026-01-01' })).toEqual({ time: 'today' })
    expect(readAuditSearch({ q: 'x'.repeat(300) }).q).toHaveLength(200)
  })

  test('says whether anything is left out', () => {
    expect([isFiltered({}), isFiltered({ page: 2 }), isFiltered({ time: '30d' })]).toEqual([false, false, true])
  })
})

describe('what the server is asked', () => {
  const now = new Date(2026, 2, 1, 15, 30)

  test('days are those of the clock here, the last one included', () => {
    expect(set(auditParameters({ from: '2026-02-27', to: '2026-02-28' }, now))).toEqual({
      from: new Date(2026, 1, 27).toISOString(),
      to: new Date(2026, 2, 1).toISOString(),
    })
  })

  test('a preset counts today, and is the same until midnight', () => {
    const from = (time: 'today' | '7d' | '30d', at = now) => auditParameters({ time }, at).from
    expect(from('today')).toBe(new Date(2026, 2, 1).toISOString())
    expect(from('7d')).toBe(new Date(2026, 1, 23).toISOString())
    expect(from('30d')).toBe(new Date(2026, 0, 31).toISOString())
    expect(from('7d', new Date(2026, 2, 1, 23, 59))).toBe(from('7d'))
  })

  test('the rest goes as it is', () => {
    expect(
      set(auditParameters({ kind: 'files', person, about: person, outcome: 'done', q: 'a', page: 2 }, now)),
    ).toEqual({
      ...{
        action: 'files_deleted,books_purged,files_cleaned_up,backup_downloaded,backup_deleted',
        personId: person,
        subjectId: person,
        outcome: 'done',
        q: 'a',
      },
    })
  })
})

describe('the table', () => {
  test('has its lines and quotes as RFC 4180 says', () => {
    expect(csvOf([['a', 'b,c', 'd"e', 'f\ng', '']])).toBe('a,"b,c","d""e","f\ng",\r\n')
  })

  test('holds no formulas', () => {
    expect(csvOf([['=1+1', '+1', '-1', '@x', '\tx', '\rx', '=a,"b"', 'a=1']])).toBe(
      `'=1+1,'+1,'-1,'@x,"'\tx","'\rx","'=a,""b""",a=1\r\n`,
    )
  })
})
