import type { Kind } from '#shared/kit/fields.ts'
import { amount } from './amount'
import { choice } from './choice'
import { choices } from './choices'
import { country } from './country'
import { currency } from './currency'
import { date } from './date'
import { decimal } from './decimal'
import type { FieldKind } from './field-kind'
import { flag } from './flag'
import { integer } from './integer'
import { longText } from './long-text'
import { moment } from './moment'
import { percent } from './percent'
import { price } from './price'
import { reference } from './reference'
import { rows } from './rows'
import { text } from './text'

/** The presentation of every field kind. */
export const fieldKinds: Readonly<Record<Kind, FieldKind>> = {
  text,
  long_text: longText,
  integer,
  decimal,
  price,
  amount,
  percent,
  date,
  moment,
  flag,
  choice,
  choices,
  reference,
  country,
  currency,
  rows,
}
