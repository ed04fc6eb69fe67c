import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import type { Addresses } from './addresses'
import { document, element, textElement } from './xml'

/** Maximum length of names in OpenSearch 1.1. */
const SHORT = 16
const LONG = 48

/** The OpenSearch 1.1 description of the search. */
export function searchDescription(addresses: Addresses, serverName: string): string {
  const first = (count: number) => Array.from(serverName).slice(0, count).join('').trim()
  return document(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      textElement('ShortName', first(SHORT)),
      textElement('LongName', first(LONG)),
      textElement('Description', 'Series and books of this library'),
      textElement('InputEncoding', 'UTF-8'),
      textElement('OutputEncoding', 'UTF-8'),
      // Readium uses the one whose type equals that of the current feed.
      ...[OPDS_MEDIA_TYPES.acquisition, OPDS_MEDIA_TYPES.navigation].map(type =>
        element('Url', { type, template: addresses.searchTemplate }),
      ),
    ),
  )
}
