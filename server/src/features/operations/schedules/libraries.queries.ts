import type { Selects } from './schedules.queries'

/** Key and id of one library, or of all; without disabled ones. */
export function scannedLibraries(
  { query }: Selects,
  pk: number | null,
): Promise<{ pk: number; id: string; scanning_config: string | null }[]> {
  return query
    .selectFrom('libraries')
    .select(['pk', 'id', 'scanning_config'])
    .where('is_active', '=', true)
    .$if(pk !== null, libraries => libraries.where('pk', '=', pk as number))
    .orderBy('pk')
    .execute()
}
