import { t } from '#web/i18n.ts'

/**
 * The common names of browser and operating system (`Edge on Windows`) in a `User-Agent`; unknown parts are marked as
 * such.
 */
export const browserOf = (agent: string): string => {
  const browser = firstOf(browsers, agent)
  const system = firstOf(systems, agent)
  if (browser && system) return t('members.sessions.browser_on', { browser, system })
  return browser ?? system ?? t('members.sessions.unknown')
}

export const isPhone = (agent: string) => /Mobile|Android|iPhone|iPad/.test(agent)

// The first match counts: most browsers also claim to be Chrome and Safari, and Android claims to be Linux.
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/MicroMessenger\//, 'WeChat'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HuaweiBrowser\//, 'Huawei Browser'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/HarmonyOS/, 'HarmonyOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

const firstOf = (known: readonly [RegExp, string][], agent: string) =>
  known.find(([pattern]) => pattern.test(agent))?.[1]
