import { defineArea, type RecordOf } from '#shared/kit/area.ts'
import { choice, choices, longText, text } from '#shared/kit/fields.ts'
import { lifecycle } from '#shared/kit/lifecycle.ts'
import { careCodes, careWarningCodes } from '#shared/standards/care-codes.ts'
import { versionFields, versionMoves, versionStates } from '#shared/trade/succession.ts'

/** Fields whose wording is generated from symbols and warnings until a user edits it. */
export const generatedTexts = ['text_en', 'text_en_au', 'text_zh'] as const

/** The wording of a label in one language. */
const wording = () => longText({ max: 2000 })

/** Care of goods: symbols, warnings and the words that labels print. Each record is one version of its code. */
export const careInstructions = defineArea({
  name: 'care-instructions',
  path: '/apps/care_instruction_database',
  title: 'title_en',
  titleZh: 'title_zh',
  fields: {
    title_en: text({ readOnly: true, max: 110 }),
    title_zh: text({ readOnly: true, max: 110 }),
    code: text({ max: 12, case: 'upper', pattern: /^CI-\d{4,8}$/, fixed: true, search: 'code', sort: true }),
    ...versionFields('care-instructions'),
    name_en: text({ required: true, max: 80, search: true, sort: true }),
    name_zh: text({ max: 80, search: true }),
    fabric: text({ max: 120, search: true }),
    standard: choice(['ISO3758', 'AS_NZS_1957', 'GB_T_8685', 'JIS_L0001', '16CFR423'], {
      required: true,
      default: 'ISO3758',
    }),
    wash: choice(careCodes.wash, { required: true }),
    bleach: choice(careCodes.bleach, { required: true }),
    tumble: choice(careCodes.tumble, { required: true }),
    natural_dry: choice(careCodes.natural_dry),
    iron: choice(careCodes.iron, { required: true }),
    dry_clean: choice(careCodes.dry_clean, { required: true }),
    wet_clean: choice(careCodes.wet_clean),
    warnings: choices(careWarningCodes),
    text_en: wording(),
    text_en_au: wording(),
    text_zh: wording(),
    text_fr: wording(),
    text_de: wording(),
    text_es: wording(),
    text_it: wording(),
    edited_texts: choices(generatedTexts, { readOnly: true }),
    notes: longText({ max: 2000, read: ['admin', 'Office'] }),
  },
  lifecycle: lifecycle({
    start: 'draft',
    states: versionStates,
    moves: versionMoves({ revises: ['admin', 'Office'], decides: ['admin'] }),
  }),
  access: {
    read: ['admin', 'Office', 'Agent', 'staff'],
    create: ['admin', 'Office'],
    edit: ['admin', 'Office'],
    delete: ['admin'],
  },
  // Suppliers see the versions that their lines carry, without internal notes.
  scope: { Agent: 'allocated', staff: 'allocated' },
  deletedIn: ['draft'],
  archivedIn: ['superseded', 'retired'],
  key: ['code'],
  sort: ['code', '-version_no'],
  columns: ['title_en', 'wash', 'fabric', 'warnings', 'status'],
})
export type CareInstructionRecord = RecordOf<typeof careInstructions>
