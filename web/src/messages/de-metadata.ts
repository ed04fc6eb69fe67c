import type { enMetadata } from './en-metadata'

export const deMetadata: Readonly<Record<keyof typeof enMetadata, string>> = {
  'choice.abandoned': 'Abgebrochen',
  'choice.anthology': 'Anthologie',
  'choice.artbook': 'Artbook',
  'choice.comic': 'Comic',
  'choice.ended': 'Abgeschlossen',
  'choice.graphic_novel': 'Graphic Novel',
  'choice.hiatus': 'Pausiert',
  'choice.magazine': 'Zeitschrift',
  'choice.manga': 'Manga',
  'choice.novel': 'Roman',
  'choice.novella': 'Novelle',
  'choice.omnibus': 'Sammelband',
  'choice.oneshot': 'Einzelband',
  'choice.ongoing': 'Laufend',
  'choice.unknown': 'Unbekannt',
}
