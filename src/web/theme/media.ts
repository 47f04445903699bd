/**
 * Parts of charts made of boxes (`data-mark`): `fill` is the reached part, `track` the whole, `point` a day or a step.
 */
const marks = {
  '[data-mark]': { forcedColorAdjust: 'none' },
  '[data-mark="fill"], [data-mark="point"]': { backgroundColor: 'CanvasText !important', opacity: '1 !important' },
  '[data-mark="track"]': {
    backgroundColor: 'Canvas !important',
    outline: '1px solid CanvasText',
    outlineOffset: '-1px',
  },
  '[data-mark="late"]': { backgroundColor: 'Highlight !important', opacity: '1 !important' },
}

/**
 * Styles for forced colours (high contrast), in which backgrounds and shadows are removed: outlines and system colours
 * replace them.
 */
export const forcedColourStyles = {
  '@media (forced-colors: active)': {
    ...marks,
    '[aria-current]:not([aria-current="false"]), [aria-pressed="true"], .Mui-selected, .previewed, label:has(input:checked)':
      {
        outline: '2px solid Highlight !important',
        outlineOffset: '-2px !important',
      },
    ':focus-visible': { outline: '3px solid Highlight', outlineOffset: '2px' },
    '[class*="marked-"] > :first-of-type, [data-marked]': {
      // A background image, because a border would move the content.
      background: 'linear-gradient(CanvasText, CanvasText) 0 0 / 4px 100% no-repeat !important',
    },
    '.MuiPaper-root, .MuiButton-root': { border: '1px solid ButtonBorder' },
    '.MuiButton-contained': { border: '1px solid ButtonBorder !important' },
    // Browsers do not override icon colours, which would be invisible on the forced background.
    '.MuiSvgIcon-root': { color: 'inherit !important' },
  },
}

/**
 * Print styles: black on white in every theme, without frame and interactive elements. `data-internal` is hidden,
 * because printouts are handed on. Lists are printed in landscape with their heads on every page.
 */
export const printStylesWith = (light: object) => ({
  '@page list': { size: 'A4 landscape' },
  '@media print': {
    ':root, [data-place]': {
      ...light,
      '--p-palette-text-primary': '#000',
      '--p-palette-text-secondary': '#333',
      '--p-palette-background-default': '#fff',
      '--p-palette-background-paper': '#fff',
    },
    'html, body, #root': { height: 'auto !important', backgroundColor: '#fff !important' },
    'body:has(#content) > :not(#root, .paper)': { display: 'none !important' },
    '#root:has(#content) :not(:has(#content), #content, #content *)': { display: 'none !important' },
    '#content': { maxWidth: 'none !important', color: '#000' },
    '#content > *': { height: 'auto !important', minHeight: '0 !important' },
    [[
      '#content :is(button, [role="button"], .MuiButton-root):not([data-printed], [aria-pressed="true"])',
      '#content :is(:has(> input[type="search"]), label:has(.MuiNativeSelect-root), .MuiCheckbox-root, [data-screen], [data-internal])',
      '#content .MuiDataGrid-root [data-field="__check__"]',
      '#content .MuiDataGrid-scrollbar',
    ].join()]: { display: 'none !important' },
    '#content section': { border: '1px solid #bbb', marginBottom: '8px' },
    '#content :is(h1, h2, h3)': { breakAfter: 'avoid' },
    '#content :is(tr, li, dl > div, .MuiDataGrid-row)': { breakInside: 'avoid' },
    '#content :is(div, section):has(> table)': { overflow: 'visible !important', maxHeight: 'none !important' },
    '#content thead': { display: 'table-header-group' },
    '[data-mark]': { printColorAdjust: 'exact' },
    '#content:has(.MuiDataGrid-root)': { page: 'list', zoom: 0.6 },
    '#content :has(.MuiDataGrid-root)': {
      display: 'block !important',
      height: 'auto !important',
      minHeight: '0 !important',
      overflow: 'visible !important',
    },
    '.MuiDataGrid-root, .MuiDataGrid-main': {
      display: 'block !important',
      height: 'auto !important',
      overflow: 'visible !important',
    },
    // The grid consists of boxes; displayed as a table, its head repeats on each page.
    '.MuiDataGrid-virtualScroller': {
      display: 'table !important',
      overflow: 'visible !important',
      height: 'auto !important',
    },
    '.MuiDataGrid-topContainer': {
      display: 'table-header-group !important',
      position: 'static !important',
      // Browsers repeat only heads that do not break.
      breakInside: 'avoid',
    },
    '.MuiDataGrid-virtualScrollerContent': { display: 'table-row-group !important', height: 'auto !important' },
    '.MuiDataGrid-virtualScrollerRenderZone': { position: 'static !important', transform: 'none !important' },
    '.MuiDataGrid-root :is([data-field], .MuiDataGrid-columnHeader)': { position: 'static !important' },
  },
})
