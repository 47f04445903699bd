import type { Area } from '#shared/kit/area.ts'
import { planOf } from '#shared/trade/allocation.ts'
import type { FillSource } from '#shared/trade/allocation-fill.ts'
import { t } from '#web/i18n.ts'

export const sourceLabel = (source: FillSource): string =>
  ({
    rule: t('editing.matrix.by_rule'),
    article: t('editing.matrix.from_article'),
    last_order: t('editing.matrix.from_last_order'),
  })[source]

export const sourceHelp = (area: Area, source: FillSource): string =>
  ({
    rule: planOf(area)?.library?.madeFor?.article
      ? t('editing.matrix.by_rule_help')
      : t('editing.matrix.by_brand_rule_help'),
    article: t('editing.matrix.from_article_help'),
    last_order: t('editing.matrix.from_last_order_help'),
  })[source]
