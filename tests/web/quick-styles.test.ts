import { afterEach, expect, it } from 'vitest'
import { computedStyle, quickProperties } from '../kit/quick-styles'

afterEach(() => {
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

/** Each element in order, with the quick and the full computation. */
const answers = () =>
  [...document.querySelectorAll('body, body *')].map((element) => {
    const read = (style: CSSStyleDeclaration) => quickProperties.map((property) => style.getPropertyValue(property))
    return { element: element.outerHTML, quick: read(getComputedStyle(element)), full: read(computedStyle(element)) }
  })

it('equals what jsdom computes', () => {
  document.head.innerHTML = `
    <style>.gone { display: none } .gone.back { display: flex } div.gone { display: grid }</style>
    <style>.over > .below, p ~ .below { visibility: hidden } .shown { visibility: visible; color: red }</style>
    <style>.firm { display: inline-block !important } #one { display: table } .below.late { display: contents }</style>
    <style>.off { pointer-events: none } button:disabled { pointer-events: auto } .x, span.y { display: block }</style>
    <style>.wide { width: 40px; padding: 3px 1px 4px; border: 2px solid red } textarea { box-sizing: border-box }</style>
    <style>@media (min-width: 1px) { .gone { display: inline } } .off::before { display: none }</style>`
  document.body.innerHTML = `
    <div class="gone"><p class="gone back">a</p><i class="gone firm" style="display: none">b</i></div>
    <section class="over"><p class="below">c</p><p class="below late">d<b class="shown">e</b><b>f</b></p></section>
    <div class="off"><button disabled>g</button><a class="x" href="#h">h</a><span class="y">i</span><b hidden>i</b></div>
    <p id="one" class="gone firm">j</p><input type="hidden"><fieldset><legend>k</legend></fieldset>
    <ul style="visibility: hidden"><li style="display: inherit">m</li></ul><dl><dt>n</dt></dl><table><td>o</td></table>
    <textarea class="wide" style="padding-bottom: 0">p</textarea><div class="wide"><p>q</p></div>`
  for (const { element, quick, full } of answers()) expect([element, quick]).toEqual([element, full])
  expect(answers().filter(({ quick }) => quick[0] === 'none').length).toBe(2)
})

it('follows changes of the document at once', () => {
  document.body.innerHTML = '<p>a</p>'
  const [paragraph] = document.getElementsByTagName('p')
  const shown = () => getComputedStyle(paragraph as Element).display
  expect(shown()).toBe('block')
  document.head.innerHTML = '<style>.gone { display: none }</style>'
  paragraph?.classList.add('gone')
  expect(shown()).toBe('none')
  paragraph?.style.setProperty('display', 'flex')
  expect([shown(), getComputedStyle(paragraph as Element).pointerEvents]).toEqual(['flex', 'auto'])
  document.head.innerHTML = ''
  paragraph?.removeAttribute('style')
  expect(shown()).toBe('block')
})
