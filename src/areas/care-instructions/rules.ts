import type { Rules } from '#shared/kit/rules.ts'
import { type CareInstruction, careCautions, careProblems } from '#shared/trade/care.ts'
import { editableVersion } from '#shared/trade/succession.ts'

export const rules: Rules = {
  check: (record) => careProblems(record as CareInstruction),
  warn: (record) => careCautions(record as CareInstruction),
  cautions: { activate: (record) => careCautions(record as CareInstruction) },
  editable: editableVersion,
}
