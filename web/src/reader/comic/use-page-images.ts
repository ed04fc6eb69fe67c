import { useEffect, useLayoutEffect, useState } from 'react'
import { createPageImages, type PageImages } from './page-images'

/** The images of an open book. `wanted` are addresses in order of priority. */
export function usePageImages(wanted: readonly string[]): PageImages {
  const [images] = useState(createPageImages)
  const list = wanted.join('\n')
  useEffect(() => () => images.close(), [images])
  useLayoutEffect(() => images.want(list === '' ? [] : list.split('\n')), [images, list])
  return images
}
