import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { recordSeen } from '#server/files/access.ts'
import { listAttachments } from '#server/files/attachment-rows.ts'
import { existingIdParam } from '#server/kit/api/params.ts'
import { route } from '#server/kit/api/route.ts'
import type { Kit } from '#server/kit/kit.ts'
import { BoundedMap } from '#server/kit/memo.ts'
import { type CertificateSays, mostCertificateText, readCertificate } from '#shared/trade/certificate-text.ts'
import { factoryAccreditations } from '../area'

/**
 * What the certificate that is attached to an audit says of its validity and number, for a person to confirm: the latest
 * PDF of that kind which the caller sees and which has been checked.
 */
export const certificateRoutes = (app: FastifyInstance, kit: Kit) => {
  // The bytes of a file never change; a file that could not be read is not tried again with each look at the page.
  const read = new BoundedMap<number, Promise<CertificateSays | null>>(200)
  const { files } = app

  const saysOf = (file: number) => {
    const known = read.get(file)
    if (known) return known
    const reading = files.text(file, mostCertificateText).then(
      (text) => (text === null ? null : readCertificate(text)),
      (error: unknown) => {
        app.log.warn({ err: error, file }, 'the text of a certificate could not be read')
        return null
      },
    )
    read.set(file, reading)
    return reading
  }

  route(
    app,
    {
      method: 'GET',
      url: `/api/${factoryAccreditations.name}/:id/certificate`,
      tags: [factoryAccreditations.name],
      summary: 'What the attached certificate says of its validity and number',
      params: z.object({ id: existingIdParam }),
      answer: { description: 'Candidates, for a person to confirm; none without a text to read', schema: certificate },
      refusals: [401, 403, 404],
    },
    async ({ me }, { params: { id } }) => {
      const place = { area: factoryAccreditations.name, record_id: id }
      await recordSeen(kit, kit.db, me, place)
      const attached = await listAttachments({ kit, files }, kit.db, me, place)
      const latest = new Map(attached.toReversed().map((file) => [file.series, file]))
      const file = [...latest.values()]
        .sort((a, b) => b.id - a.id)
        .find(({ kind, type, scan }) => kind === 'certificate' && type === 'application/pdf' && scan === 'clean')
      const says = file ? await saysOf(file.id) : null
      return {
        file: file && says ? { id: file.id, name: file.name } : null,
        ...(says ?? { valid_from: [], valid_to: [], certificate_no: [] }),
      }
    },
  )
}

const certificate = z.object({
  file: z.object({ id: z.int(), name: z.string() }).nullable(),
  valid_from: z.array(z.iso.date()),
  valid_to: z.array(z.iso.date()),
  certificate_no: z.array(z.string()),
})
