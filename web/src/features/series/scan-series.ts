import { useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { expectScan } from '../scans'

/** Scans the folders of a series; the corner of the page shows progress. */
export function useScanSeries(id: string) {
  return useMutation({
    mutationFn: () => api.post('/api/v1/series/{series_id}/scan', { params: { series_id: id } }),
    onSuccess: expectScan,
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
  })
}
