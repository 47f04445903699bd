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
 * Reads validity and number from the certificate attached to an audit, for a user to confirm. Uses the latest PDF of
 * that kind that the caller may see and that has passed the scan.
 */
export const certificateRoutes = (app: FastifyInstance, kit: Kit) => {
  // Files are immutable, so results can be cached, including the failure to read a file.
  const readings = new BoundedMap<number, Promise<CertificateSays | null>>(200)
  const { files } = app

  const saysOf = (file: number) => {
    const cached = readings.get(file)
    if (cached) return cached
    const reading = files.text(file, mostCertificateText).then(
      (text) => (text === null ? null : readCertificate(text)),
      (error: unknown) => {
        app.log.warn({ err: error, file }, 'the text of a certificate could not be read')
        return null
      },
    )
    readings.set(file, reading)
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
      const facts = file ? await saysOf(file.id) : null
      return {
        file: file && facts ? { id: file.id, name: file.name } : null,
        ...(facts ?? { valid_from: [], valid_to: [], certificate_no: [] }),
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
