/** Describes a device by its `User-Agent`, so that people recognise it. */
export interface Device {
  /** The browser or app; null if unknown. */
  readonly client: string | null
  readonly system: string | null
  readonly kind: 'desktop' | 'phone' | 'tablet' | 'other'
}

/** In this order: most browsers also contain the names of others. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPad\b/, 'iPadOS', 'tablet'],
  [/\biPhone\b|\biPod\b/, 'iOS', 'phone'],
  [/\bAndroid\b(?=.*\bMobile\b)/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bCrOS\b/, 'ChromeOS', 'desktop'],
  [/\bWindows\b/, 'Windows', 'desktop'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'desktop'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'desktop'],
]

/** Browsers begin like this; anything else is the name of an app (RFC 9110, 10.1.5). */
const PRODUCT = /^([A-Za-z][\w .+-]{1,39}?)\/[\w.-]+/

export function deviceOf(userAgent: string): Device {
  const [, system = null, kind = 'other'] = SYSTEMS.find(([sign]) => sign.test(userAgent)) ?? []
  const product = PRODUCT.exec(userAgent)?.[1] ?? null
  if (product !== null && product !== 'Mozilla') return { client: product, system, kind }
  const browser = BROWSERS.find(([sign]) => sign.test(userAgent))?.[1] ?? null
  return { client: browser, system, kind }
}
