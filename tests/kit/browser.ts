import { access, constants, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { root } from '#server/prepare.mjs'

/**
 * A headless Chromium: the one `CHROMIUM_PATH` names, else one without a user interface, which opens pages in two thirds
 * of the time (installed, or from an npm package that has it for Linux), else an installed Chrome or Chromium. The caller
 * closes it.
 */
export const launchBrowser = async (): Promise<Browser> => {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({ executablePath, args, env: { ...process.env, ...env } as Record<string, string> })
}

const findBrowser = async () => {
  const shell = process.env.CHROMIUM_PATH || (await findInstalled(shells))
  if (shell) return { executablePath: shell, env: {} }
  const hasPackaged = process.platform === 'linux' && process.arch === 'x64'
  const installed = hasPackaged ? undefined : await findInstalled(browsers)
  return installed ? { executablePath: installed, env: {} } : unpackPackaged()
}

/** What the driver turns off has to be said again: of two such arguments the browser takes the last. */
const offByDriver = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Pages that a window loads for its own address bar: as much work as the whole context of a test. */
const pagesOfAddressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** Compiles scripts while they arrive, also those that the page's process has compiled before: a tenth of opening a page. */
const compiledTwice = ['ScriptStreaming']

/** Watches over memory for the sake of security: a tenth of the work of opening a page. */
const watchesOfMemory = [
  'PartitionAllocBackupRefPtr',
  'PartitionAllocEventuallyZeroFreedMemory',
  'PartitionAllocMemoryReclaimer',
  'PartitionAllocSchedulerLoopQuarantine',
]

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A page of an address shares what the pages before it have compiled.
  '--process-per-site',
  // Optimizing what runs for seconds takes longer than it saves: a quarter of the work of opening a page and of axe for
  // the second compiler, another seventh for the one between.
  '--js-flags=--no-opt,--no-maglev',
  `--disable-features=${[...offByDriver, ...pagesOfAddressBar, ...compiledTwice, ...watchesOfMemory].join()}`,
]

const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const browsers = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const findInstalled = async (names: readonly string[]) => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const elsewhere = names === browsers ? places : []
  const candidates = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...elsewhere]
  for (const path of candidates) if (await isExecutable(path)) return path
  return undefined
}

/** The package is made for a bare Amazon Linux and brings that system's libraries; they serve any Linux that lacks them. */
const unpackPackaged = async () => {
  // Among the packages: a folder for temporary files may be in memory, or refuse to run programs.
  const folder = join(root, 'node_modules', '.portal-browser')
  if (!(await isExecutable(join(folder, 'chromium')))) {
    const making = `${folder}.new-${process.pid}`
    await mkdir(making, { recursive: true })
    await inAmazonLinux(making, async () => {
      const { default: packaged } = await import('@sparticuz/chromium')
      await packaged.executablePath()
    })
    await writeFile(join(making, 'fonts', 'fonts.conf'), fontSettings([join(folder, 'fonts', 'fonts'), ...fontFolders]))
    // Whole or not at all; whoever comes second finds the first one's.
    await rename(making, folder).catch(() => rm(making, { recursive: true, force: true }))
  }
  return {
    executablePath: join(folder, 'chromium'),
    env: {
      LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
    },
  }
}

/** Those of the system, and one with Chinese letters for systems that lack it. */
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', join(root, 'node_modules/@embedpdf/fonts-sc/fonts')]

/** The package's own settings name folders of Amazon Linux; without a font the browser ends at the first web font. */
const fontSettings = (folders: readonly string[]) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${folder}</dir>`).join('\n')}
<cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** What the package reads from the environment, and what it writes there, stays within `work`. */
const inAmazonLinux = async (folder: string, work: () => Promise<void>) => {
  const before = { ...process.env }
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' })
  try {
    await work()
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
  }
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
