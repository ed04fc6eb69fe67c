import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import type { Addresses } from './addresses'
import { document, element, textElement } from './xml'

/** Characters that OpenSearch 1.1 allows each name. */
const SHORT = 16
const LONG = 48

/** How to search, as OpenSearch 1.1 describes it. */
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
      // Readium takes the one whose type is that of the feed from which somebody searches.
      ...[OPDS_MEDIA_TYPES.acquisition, OPDS_MEDIA_TYPES.navigation].map(type =>
        element('Url', { type, template: addresses.searchTemplate }),
      ),
    ),
  )
}
