import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { idsParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import { malformed, notFound } from '#server/kit/errors.ts'
import type { Kit } from '#server/kit/kit.ts'
import { memo } from '#server/kit/memo.ts'
import { type Principal, readScopeOf } from '#server/kit/principal.ts'
import { callerValues } from '#server/kit/read/scope.ts'
import { compile, run, type Statement, slot } from '#server/kit/read/sql.ts'
import { press } from '#server/paper/press.ts'
import { textOf } from '#shared/kit/text.ts'
import { type LabelledSample, mostSampleLabels, sampleLabelForms, sampleLabels } from '#shared/trade/sample-label.ts'
import { asDownload, binary, disconnectSignal } from './answers'

const area = 'sample-requests'

/** `GET /api/sample-requests/labels.pdf`: a label with a QR code for each piece of the samples. */
export const sampleLabelRoutes = (app: FastifyInstance, { kit, publicUrl }: { kit: Kit; publicUrl: string }) => {
  const statements = memo<Statement>(20)
  const readSamples = (me: Principal, ids: readonly number[]): Promise<LabelledSample[]> => {
    const scope = readScopeOf(me)
    const statement = statements(scope, () =>
      compile(sql`
        select r.id, r.request_no, r.round, t.name_en as type_en, t.name_zh as type_zh,
          concat_ws(' ', a.article_no, a.name_en) as article, concat_ws(' ', c.name_en, c.name_zh) as colour,
          s.supplier_name as supplier, r.due_date::text,
          (select json_agg(json_build_object('size', z.label, 'qty', q.qty) order by z.sort_order, q.id)
           from sample_sizes as q left join sizes as z on z.id = q.size_id where q.sample_request_id = r.id) as sizes
        from sample_requests as r join sample_types as t on t.id = r.sample_type_id
          join articles as a on a.id = r.article_id join suppliers as s on s.id = r.supplier_id
          left join colourways as c on c.id = r.colourway_id
        where r.id = any(${slot('ids')}::bigint[]) and ${kit.selects.inScope(kit.register.get(area), scope, 'r')}
        order by array_position(${slot('ids')}::bigint[], r.id)`),
    )
    return run<LabelledSample>(kit.db, statement, { ids, ...callerValues(me) })
  }

  route(
    app,
    {
      method: 'GET',
      tags: ['Labels'],
      url: `/api/${area}/labels.pdf`,
      summary: 'Labels of samples with a QR code, one for each piece, as a PDF in their true size',
      description: `At most ${mostSampleLabels} labels in one file.`,
      mayCall: ({ role }) => kit.can(role, area, 'read'),
      query: z.strictObject({ ids: idsParam(), form: z.enum(sampleLabelForms).default('roll') }),
      responses: { 200: { description: 'The PDF', content: binary('application/pdf') } },
      refusals: [400, 401, 403, 404, 503],
    },
    async (request, { query: { ids, form } }, reply) => {
      const samples = await readSamples(request.me, ids)
      if (samples.length < new Set(ids).size) throw notFound()
      const marks = sampleLabels(samples, publicUrl)
      if (marks.length > mostSampleLabels)
        throw malformed('ids', textOf('problems.marks.too_many_labels', { most: mostSampleLabels }))
      const order = { kind: 'sample_label', marks, form, title: 'Sample labels', language: 'en' } as const
      const content = await press.print({ kind: 'marks', order }, request.me.id, disconnectSignal(reply))
      return asDownload(reply, 'application/pdf', `sample-labels-${samples[0]?.request_no}.pdf`).send(content)
    },
  )
}
