import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as Axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { see } from './e2e'

/** Nothing that axe finds against WCAG 2.2 AA, on the page or a part of it. */
export const faultless = (page: Page, look: string, part = 'html') => findNothing(page, look, part, allRules)

/**
 * The same page in another language and other colours: nothing of what these decide. The structure of a page is the same
 * in all looks, and `faultless` has seen it in one.
 */
export const faultlessInThisLook = (page: Page, look: string) => findNothing(page, look, 'html', lookRules)

/** Half the size of the `source` that the package offers. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type RunOnly = NonNullable<RunOptions['runOnly']>

const findNothing = async (page: Page, look: string, part: string, runOnly: RunOnly) => {
  // A colour on its way from one to the other is nobody's fault.
  await page.addStyleTag({
    content: '*, *::before, *::after { transition: none !important; animation: none !important }',
  })
  // No screen has frames, so it runs in the page alone; the next look at the same page finds it loaded.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const violations = await page.evaluate(
    async ([part, options]) => (await (Reflect.get(window, 'axe') as typeof Axe).run(part, options)).violations,
    [part, { runOnly, resultTypes } satisfies RunOptions] as const,
  )
  const findings = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${look}: ${id} ${html.slice(0, 300)}\n${failureSummary}`),
  )
  if (findings.length > 0) throw new Error(findings.join('\n\n'))
}

/** An open page in English in dark colours, then in Chinese in light ones, by the switches in the bar above it. */
export const faultlessInBothLooks = async (page: Page, name: string) => {
  await faultless(page, `${name}, English, dark`)
  await toSecondLook(page)
  await faultlessInThisLook(page, `${name}, Chinese, light`)
}

export const toSecondLook = (page: Page) =>
  explained(page, async () => {
    await page.getByRole('button', { name: 'Light colours' }).click()
    await page.getByRole('button', { name: '中文', exact: true }).click()
    await see(page.getByRole('button', { name: 'English', exact: true }))
  })

export const toFirstLook = (page: Page) =>
  explained(page, async () => {
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await page.getByRole('button', { name: 'Dark colours' }).click()
    await see(page.getByRole('button', { name: 'Light colours' }))
  })

/** Says, when a switch fails, which look the page has, which one is stored, and what came before. */
const explained = async (page: Page, run: () => Promise<void>) => {
  try {
    await run()
  } catch (error) {
    const look = await page.evaluate(() => {
      const { lang, dataset } = document.documentElement
      const { language, settings } = JSON.parse(localStorage.getItem('data') ?? '{}')
      const buttons = [...document.querySelectorAll('header button')].map((button) => button.ariaLabel)
      const notes: string[] = Reflect.get(window, 'notes') ?? []
      return { lang, mode: dataset.mode, language, shell: settings?.shell, buttons, notes: notes.slice(-60) }
    })
    throw new Error(`${error instanceof Error ? error.message : error}\n${JSON.stringify(look, null, 1)}`)
  }
}

const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa'],
}

/** Colours, and names that a language may lack. */
const lookRules: RunOnly = {
  type: 'rule',
  values: [
    'aria-command-name',
    'aria-input-field-name',
    'aria-toggle-field-name',
    'button-name',
    'color-contrast',
    'document-title',
    'html-has-lang',
    'html-lang-valid',
    'image-alt',
    'label',
    'link-in-text-block',
    'link-name',
    'select-name',
    'valid-lang',
  ],
}

// To write down all that was found to be right takes as long as finding it out, and nobody reads it.
const resultTypes: ['violations'] = ['violations']
