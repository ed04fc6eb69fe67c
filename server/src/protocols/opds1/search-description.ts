import { OPDS_MEDIA_TYPES } from '@octavo/contract/opds'
import type { Addresses } from './addresses'
import { document, element, textElement } from './xml'

/** How to search, as OpenSearch 1.1 describes it. */
export function searchDescription(addresses: Addresses): string {
  return document(
    element(
      'OpenSearchDescription',
      { xmlns: 'http://a9.com/-/spec/opensearch/1.1/' },
      textElement('ShortName', 'Octavo'),
      textElement('Description', 'Series and books of this library'),
      textElement('InputEncoding', 'UTF-8'),
      textElement('OutputEncoding', 'UTF-8'),
      element('Url', { type: OPDS_MEDIA_TYPES.acquisition, template: addresses.searchTemplate }),
    ),
  )
}
