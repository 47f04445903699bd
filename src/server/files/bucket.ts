import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { type BucketConfig, ConfigError } from '#server/config.ts'
import { Refusal } from '#server/kit/errors.ts'
import { textOf } from '#shared/kit/text.ts'
import { type Storage, shardedPath } from './storage'

/** A bucket of S3-compatible storage with a check of its configuration. */
export interface Bucket extends Storage {
  /**
   * Throws `ConfigError` if the bucket rejects its name or keys. Returns a message if it cannot be reached, which may be
   * temporary.
   */
  check(): Promise<string | undefined>
  close(): void
}

/** Opens the configured bucket; sends no request yet. */
export const openBucket = async (config: BucketConfig): Promise<Bucket> => {
  // Loaded only when a bucket is configured.
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const { bucket: Bucket, prefix } = config
  const client: S3Client = new s3.S3Client({
    region: config.region,
    endpoint: config.endpoint,
    forcePathStyle: config.pathStyle,
    // Without configured keys the SDK uses the credentials of the machine.
    ...(config.keys && { credentials: config.keys }),
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 5000,
      socketTimeout: config.patience,
      requestTimeout: config.patience,
      throwOnRequestTimeout: true,
    },
    // Not every storage supports the newer checksums; requests are signed with a hash of their body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const objectOf = (key: string) => ({ Bucket, Key: prefix + shardedPath(key) })

  const abandonUnfinished = async (before: number) => {
    const { Uploads = [] } = await client.send(new s3.ListMultipartUploadsCommand({ Bucket, Prefix: prefix }))
    for (const { Key, UploadId, Initiated } of Uploads)
      if (Initiated && Initiated.getTime() < before)
        await client.send(new s3.AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }

  return {
    isFar: true,

    put: (key, path) =>
      orUnavailable(async () => {
        // Large files are sent in parts, so that only a failed part is sent again.
        const body = createReadStream(path)
        const upload = new Upload({ client, params: { ...objectOf(key), Body: body }, queueSize: 2, partSize })
        await upload.done().finally(() => body.destroy())
      }),

    has: (key) =>
      orUnavailable(() =>
        client.send(new s3.HeadObjectCommand(objectOf(key))).then(
          () => true,
          (error: unknown) => {
            if (statusOf(error) === 404) return false
            throw error
          },
        ),
      ),

    read: (key, range) =>
      orUnavailable(async () => {
        const Range = range && `bytes=${range.start}-${range.end}`
        const { Body } = await client.send(new s3.GetObjectCommand({ ...objectOf(key), Range }))
        return Body as Readable
      }),

    delete: async (key) => {
      await orUnavailable(() => client.send(new s3.DeleteObjectCommand(objectOf(key))))
    },

    async *older(before) {
      let token: string | undefined
      do {
        const page = await client.send(
          new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }),
        )
        const keys = (page.Contents ?? [])
          .filter(({ LastModified }) => LastModified && LastModified.getTime() < before)
          .map(({ Key = '' }) => Key.slice(prefix.length))
          // The bucket may hold objects of other programs.
          .filter((key) => portalKey.test(key))
        yield keys.map((key) => key.slice(key.indexOf('/') + 1))
        token = page.NextContinuationToken
      } while (token)
      await abandonUnfinished(before)
    },

    check: () =>
      client.send(new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 })).then(
        () => undefined,
        (error: unknown) => {
          const problem = wrongSetting(error, config)
          if (problem) throw new ConfigError(problem)
          return `The bucket ${Bucket} does not answer (${(error as Error).message}): files cannot be kept or read.`
        },
      ),

    close: () => client.destroy(),
  }
}

/** Bytes of a part: the minimum of S3. */
const partSize = 5 * 1024 * 1024

const portalKey = /^([0-9a-f]{2})\/\1[0-9a-f]{30}$/

const statusOf = (error: unknown) => (error as Partial<S3ServiceException>).$metadata?.httpStatusCode

/** A message about the setting that caused the bucket's error; undefined if no setting did. */
const wrongSetting = (error: unknown, { bucket, endpoint }: BucketConfig): string | undefined => {
  const { name, message } = error as Error
  const details = `(${name}: ${message})`
  if (name === 'NoSuchBucket') return `FILES_URL names the bucket ${bucket}, which is not there ${details}.`
  if (name === 'InvalidAccessKeyId') return `FILES_ACCESS_KEY is not known to the storage ${details}.`
  if (name === 'SignatureDoesNotMatch') return `FILES_SECRET_KEY does not fit FILES_ACCESS_KEY ${details}.`
  if (name === 'CredentialsProviderError') return `FILES_ACCESS_KEY is required: this machine has no keys of its own.`
  if (name === 'AuthorizationHeaderMalformed' || name === 'PermanentRedirect')
    return `FILES_REGION is not the bucket's ${details}.`
  if (statusOf(error) === 403) return `FILES_ACCESS_KEY may not list the bucket ${bucket} ${details}.`
  const status = statusOf(error) ?? 500
  return status >= 400 && status < 500 && status !== 429
    ? `FILES_URL and FILES_ENDPOINT (${endpoint ?? 'Amazon S3'}) do not fit ${details}.`
    : undefined
}

/** Reports storage failures as 503, because the request itself was valid. */
const orUnavailable = <T>(send: () => Promise<T>): Promise<T> =>
  send().catch((cause: unknown) => {
    const refusal = new Refusal(503, 'unavailable', textOf('messages.files_unavailable'), {}, { retry_after: 10 })
    refusal.cause = cause
    throw refusal
  })
