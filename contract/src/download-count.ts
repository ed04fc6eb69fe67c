/** Books and series that one download may name: the address has to fit where proxies allow 8 KiB. */
export const MOST_DOWNLOADS = 200
