import { useWatch } from 'react-hook-form'
import { careFamilies } from '#shared/standards/care-codes.ts'
import type { CareInstruction } from '#shared/trade/care.ts'

const names = [...careFamilies, 'warnings', 'standard'] as const

/** The current symbols, warnings and standard of the form. */
export const useCare = (): CareInstruction => {
  const values = useWatch({ name: [...names] }) as unknown[]
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? null]))
}
