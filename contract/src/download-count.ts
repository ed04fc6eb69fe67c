/** Maximum books and series of one download: the address must fit within the 8 KiB that proxies allow. */
export const MOST_DOWNLOADS = 200
