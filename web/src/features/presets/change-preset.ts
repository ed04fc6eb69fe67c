import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { CreateFilterPresetRequest, FilterPresetDto, PatchFilterPresetRequest } from '../../api/types'
import { t } from '../../messages'
import { errorSentence } from '../../ui/error-sentence'
import { toast } from '../../ui/toast'
import { tp } from './messages'
import { addToHome } from './use-home-place'

const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: queryKeys.presets }),
    queryClient.invalidateQueries({ queryKey: queryKeys.home }),
  ])

/** Saves a new filter. Throws the server's error. */
export async function savePreset(
  request: Omit<CreateFilterPresetRequest, 'scope'>,
  { pinned, home }: { readonly pinned: boolean; readonly home: boolean },
): Promise<FilterPresetDto> {
  const preset = await api.post('/api/v1/filter-presets', { body: { ...request, scope: 'list' } })
  if (pinned) await api.put('/api/v1/filter-presets/{id}/pin', { params: { id: preset.id } })
  if (home) await addToHome(preset.id)
  await refresh()
  toast({ message: tp('preset.saved', { name: preset.name }) })
  return preset
}

/** Changes a filter; unnamed fields stay. Throws the server's error. */
export async function changePreset({ id }: FilterPresetDto, change: PatchFilterPresetRequest): Promise<void> {
  await api.patch('/api/v1/filter-presets/{id}', { params: { id: id }, body: change })
  await refresh()
}

export async function pinPreset({ id }: FilterPresetDto, pinned: boolean): Promise<void> {
  await (pinned
    ? api.put('/api/v1/filter-presets/{id}/pin', { params: { id: id } })
    : api.delete('/api/v1/filter-presets/{id}/pin', { params: { id: id } }))
  await refresh()
}

/** Deletes a filter, with undo while the toast is shown. */
export async function deletePreset({ id, name }: FilterPresetDto): Promise<void> {
  await api.delete('/api/v1/filter-presets/{id}', { params: { id: id } })
  await refresh()
  const restore = async () => {
    await api.post('/api/v1/filter-presets/{id}/restore', { params: { id: id } })
    await refresh()
  }
  toast({
    message: tp('preset.deleted', { name }),
    action: { label: t('action.undo'), run: () => tryOut(restore()) },
  })
}

/** Reports an error of a change that nobody awaits. */
export function tryOut(work: Promise<unknown>): void {
  work.catch(error => toast({ message: errorSentence(error), tone: 'bad' }))
}
