import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { BucketConfig } from '#server/config.ts'

/** A storage that speaks as much of Amazon S3's protocol as the portal needs, and believes no request that is not signed. */
export interface S3 {
  config: BucketConfig
  objects: Map<string, { bytes: Buffer; at: number }>
  /** Uploads in parts that were begun and not ended. */
  unfinished: Map<string, { key: string; parts: Map<number, Buffer>; at: number }>
  /** What was asked so far: method, and the operation or the key. */
  requests: string[]
  /** Answers some requests as told instead: a status, or no answer at all. */
  fail: ((request: { method: string; url: URL }) => number | 'hang' | undefined) | undefined
  close(): Promise<void>
}

const [bucket, accessKeyId, secretAccessKey, region] = ['files', 'AKTEST', 'a secret of the tests', 'eu-test-1']

/** Starts the storage on a port of its own. */
export const startS3 = async (): Promise<S3> => {
  const s3: Omit<S3, 'config' | 'close'> = { objects: new Map(), unfinished: new Map(), requests: [], fail: undefined }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request).catch(() => undefined)
    if (!body) return
    const url = new URL(request.url ?? '/', 'http://s3')
    const { method = '' } = request
    s3.requests.push(`${method} ${url.pathname}${url.search}`)
    const failing = s3.fail?.({ method, url })
    if (failing === 'hang') return
    if (failing) return refuse(response, failing, 'InternalError')
    const wrong = signatureProblem(request, url, body)
    if (wrong) return refuse(response, 403, wrong)
    answer(s3, { method, url, headers: request.headers, body, response })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  return Object.assign(s3, {
    config: {
      bucket,
      prefix: 'portal/',
      endpoint: `http://127.0.0.1:${port}`,
      region,
      pathStyle: true,
      keys: { accessKeyId, secretAccessKey },
      patience: 10_000,
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  })
}

interface S3Request {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: Buffer
  response: ServerResponse
}

const answer = (s3: Omit<S3, 'config' | 'close'>, { method, url, headers, body, response }: S3Request) => {
  const [, named, ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  const query = url.searchParams
  const upload = s3.unfinished.get(query.get('uploadId') ?? '')
  if (named !== bucket) return refuse(response, 404, 'NoSuchBucket')
  if (!key) return list(s3, query, response)

  if (method === 'POST' && query.has('uploads')) {
    const id = randomBytes(8).toString('hex')
    s3.unfinished.set(id, { key, parts: new Map(), at: Date.now() })
    return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
  }
  if (query.has('uploadId') && (!upload || upload.key !== key)) return refuse(response, 404, 'NoSuchUpload')
  if (upload && method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body)
    return response.writeHead(200, { etag: tagOf(body) }).end()
  }
  if (upload && method === 'POST') {
    const wanted = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      tag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }))
    const parts = wanted.map(({ number }) => upload.parts.get(number))
    const isWhole = parts.every((part, at) => part && wanted[at]?.number === at + 1 && tagOf(part) === wanted[at]?.tag)
    if (!isWhole || parts.length === 0) return refuse(response, 400, 'InvalidPart')
    // All but the last have the smallest size that the protocol allows.
    if (parts.slice(0, -1).some((part) => (part?.length ?? 0) < 5 * 1024 * 1024))
      return refuse(response, 400, 'EntityTooSmall')
    s3.objects.set(key, { bytes: Buffer.concat(parts as Buffer[]), at: Date.now() })
    s3.unfinished.delete(query.get('uploadId') ?? '')
    return xml(response, '<CompleteMultipartUploadResult><ETag>"whole"</ETag></CompleteMultipartUploadResult>')
  }
  if (upload && method === 'DELETE') {
    s3.unfinished.delete(query.get('uploadId') ?? '')
    return response.writeHead(204).end()
  }
  if (method === 'PUT') {
    s3.objects.set(key, { bytes: body, at: Date.now() })
    return response.writeHead(200, { etag: tagOf(body) }).end()
  }
  if (method === 'DELETE') {
    s3.objects.delete(key)
    return response.writeHead(204).end()
  }
  const object = s3.objects.get(key)
  if (!object) return refuse(response, 404, 'NoSuchKey')
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
  const bytes = first ? object.bytes.subarray(Number(first), Number(last) + 1) : object.bytes
  response.writeHead(first ? 206 : 200, { 'content-length': bytes.length, etag: tagOf(object.bytes) })
  return response.end(method === 'HEAD' ? undefined : bytes)
}

/** Three keys a page, so that pages are turned. */
const list = (s3: Omit<S3, 'config' | 'close'>, query: URLSearchParams, response: ServerResponse) => {
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads'))
    return xml(
      response,
      `<ListMultipartUploadsResult>${[...s3.unfinished]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(
          ([id, { key, at }]) =>
            `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${iso(at)}</Initiated></Upload>`,
        )
        .join('')}</ListMultipartUploadsResult>`,
    )
  if (query.get('list-type') !== '2') return refuse(response, 400, 'InvalidRequest')
  const after = query.get('continuation-token') ?? ''
  const keys = [...s3.objects.keys()].sort().filter((key) => key.startsWith(prefix) && key > after)
  const page = keys.slice(0, Math.min(3, Number(query.get('max-keys') ?? 1000)))
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xml(
    response,
    `<ListBucketResult>${next}${page
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${iso(s3.objects.get(key)?.at ?? 0)}</LastModified></Contents>`,
      )
      .join('')}</ListBucketResult>`,
  )
}

/** What is wrong with a request's signature (Signature Version 4, computed anew from what came), if anything is. */
const signatureProblem = ({ headers, method = '' }: IncomingMessage, url: URL, body: Buffer): string | undefined => {
  const [, key, day, scopeRegion, names = '', given] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  if (!key || !day) return 'AccessDenied'
  if (key !== accessKeyId) return 'InvalidAccessKeyId'
  if (scopeRegion !== `${region}/s3/aws4_request`) return 'AuthorizationHeaderMalformed'
  const declaredHash = String(headers['x-amz-content-sha256'])
  if (declaredHash !== 'UNSIGNED-PAYLOAD' && declaredHash !== hash(body)) return 'XAmzContentSHA256Mismatch'
  if (!names.split(';').includes('host')) return 'SignatureDoesNotMatch'
  const query = [...url.searchParams].map(([name, value]) => `${escaped(name)}=${escaped(value)}`).sort()
  const request = [
    method,
    url.pathname
      .split('/')
      .map((part) => escaped(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    declaredHash,
  ].join('\n')
  const moment = String(headers['x-amz-date'])
  if (!moment.startsWith(day)) return 'SignatureDoesNotMatch'
  const text = ['AWS4-HMAC-SHA256', moment, `${day}/${scopeRegion}`, hash(Buffer.from(request))].join('\n')
  const signing = [day, ...scopeRegion.split('/')].reduce<Buffer | string>(
    (from, part) => createHmac('sha256', from).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  return createHmac('sha256', signing).update(text).digest('hex') === given ? undefined : 'SignatureDoesNotMatch'
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const iso = (at: number) => new Date(at).toISOString()
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

const xml = (response: ServerResponse, text: string) =>
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)

const refuse = (response: ServerResponse, status: number, code: string) =>
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
