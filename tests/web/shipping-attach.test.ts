import { beforeAll, expect, it } from 'vitest'
import { attachByType } from '#areas/shipping-documents/screens/attach-by-type.ts'
import type { TypedFile } from '#areas/shipping-documents/screens/typed-file.ts'
import type { DocumentType } from '#shared/trade/document-types.ts'
import { answerWith, signIn } from './kit-screen'

beforeAll(() => signIn('Agent'))

const row = (id: number, type: DocumentType, isDone = false): TypedFile => ({
  file: new File(['%PDF-1.4'], `${id}.pdf`, { type: 'application/pdf' }),
  ...{ id, type, by: null, isReading: false, percent: null, isDone },
})

/** A booking with a paper of each of these types; answers which files went where, and what they replace. */
const serve = (papers: { id: number; doc_type: DocumentType; status: string; files?: number[] }[]) => {
  const sent: string[] = []
  answerWith(({ method, path, params, body }) => {
    if (path === 'shipping-documents' && method === 'GET')
      return { body: papers.filter(({ doc_type }) => doc_type === params.get('doc_type')) }
    if (path === 'shipping-documents') {
      const made = {
        id: 90 + papers.length,
        doc_type: (body as { doc_type: DocumentType }).doc_type,
        status: 'missing',
      }
      papers.push(made)
      return { status: 201, body: made }
    }
    if (path === 'files' && method === 'GET') {
      const files = papers.find(({ id }) => id === Number(params.get('record')))?.files ?? []
      return { body: files.map((id) => ({ id, series: id, may: { replace: true } })) }
    }
    if (path !== 'files') return undefined
    const fields = body as FormData
    const paper = papers.find(({ id }) => id === Number(fields.get('record')))
    if (paper) paper.status = 'uploaded'
    sent.push(`${(fields.get('files') as File).name} to ${fields.get('record')} for ${fields.get('supersedes')}`)
    return { status: 201, body: [] }
  })
  return sent
}

it('a file that failed beside another of its type does not replace that one when it is sent again', async () => {
  const sent = serve([{ id: 5, doc_type: 'commercial_invoice', status: 'uploaded', files: [70] }])
  const rows = [row(1, 'commercial_invoice', true), row(2, 'commercial_invoice')]
  expect(await attachByType(3, rows, () => undefined)).toBe(0)
  expect(sent).toEqual(['2.pdf to 5 for null'])
})

it('a single file takes the place of a single one', async () => {
  const sent = serve([{ id: 5, doc_type: 'commercial_invoice', status: 'rejected', files: [70] }])
  await attachByType(3, [row(1, 'commercial_invoice')], () => undefined)
  expect(sent).toEqual(['1.pdf to 5 for 70'])
})

it('several files of a type of which a shipment has several are a paper each', async () => {
  const sent = serve([{ id: 5, doc_type: 'test_report', status: 'missing' }])
  await attachByType(3, [row(1, 'test_report'), row(2, 'test_report')], () => undefined)
  expect(sent).toEqual(['1.pdf to 5 for null', '2.pdf to 91 for null'])
})
