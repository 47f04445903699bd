import { repeatProblems } from '#shared/kit/checks.ts'
import { type Problem, problem, type Rules } from '#shared/kit/rules.ts'
import { type Text, textOf } from '#shared/kit/text.ts'
import { legalValueProblem } from '#shared/trade/label-numbers.ts'
import { isLegalPart, type LabelLanguage, type LabelPart } from '#shared/trade/label-parts.ts'

export const rules: Rules = {
  check: (record) => {
    const countries = record.countries as { country: string }[]
    const languages = record.languages as { seq: number; language: LabelLanguage }[]
    const parts = record.parts as MarketPart[]
    const repeated = (text: Text, field: string) => (index: number) => problem(text, field.replace('#', String(index)))
    return [
      ...repeatProblems(
        countries,
        ({ country }) => country,
        repeated(textOf('problems.label-markets.country_repeated'), 'countries.#.country'),
      ),
      ...repeatProblems(
        languages,
        ({ language }) => language,
        repeated(textOf('problems.label-markets.language_repeated'), 'languages.#.language'),
      ),
      ...repeatProblems(
        languages,
        ({ seq }) => seq,
        repeated(textOf('problems.label-markets.seq_repeated'), 'languages.#.seq'),
      ),
      ...repeatProblems(
        parts,
        ({ seq }) => seq,
        repeated(textOf('problems.label-markets.seq_repeated'), 'parts.#.seq'),
      ),
      // A label may have several notes.
      ...repeatProblems(
        parts,
        ({ part, seq }) => (part === 'note' ? `note ${seq}` : part),
        repeated(textOf('problems.label-markets.part_repeated'), 'parts.#.part'),
      ),
      ...parts.flatMap((part, index) => valueProblems(part, `parts.${index}.value`)),
    ]
  },
}

interface MarketPart {
  seq: number
  part: LabelPart
  value: string | null
}

const valueProblems = ({ part, value }: MarketPart, path: string): Problem[] => {
  if (!value) return []
  if (!isLegalPart(part)) return [problem(textOf('problems.label-markets.value_of_line'), path)]
  const text = legalValueProblem(part, value)
  return text ? [problem(text, path)] : []
}
