import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { FilesAway, type MediaFiles } from './files.ts';
import { ownedByReader } from './local.ts';
import type { S3Place } from './place.ts';

/** Time limit until the store starts to answer, and between two chunks of an answer. */
const PATIENCE_MS = 10_000;
/** Time limit for the upload of a complete file. */
const PUT_PATIENCE_MS = 120_000;
const ATTEMPTS = 2;

/**
 * Creates the media store in a bucket. Its keys are the paths below `dataDir`, so that a folder is migrated by copying it. The client
 * is large and not needed for a start, so it is loaded with the first file.
 */
export function s3Files(dataDir: string, place: S3Place, patienceMs: number = PATIENCE_MS): MediaFiles {
  let loading: Promise<Loaded> | undefined;
  const { bucket: Bucket } = place;
  const loaded = () => {
    loading ??= load(place, patienceMs);
    return loading;
  };
  const keyOf = (path: string) => relative(dataDir, path).split(sep).join('/') + (path.endsWith(sep) ? '/' : '');

  /** Sends a request; undefined when the store answers that there is no such key. Any other error becomes `FilesAway`. */
  async function ask<T>(work: (s3: Loaded, abortSignal: AbortSignal) => Promise<T>, ms: number = patienceMs) {
    const s3 = await loaded();
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), ms);
    try {
      return await work(s3, late.signal);
    } catch (error) {
      if (isNoKey(error)) return undefined;
      throw new FilesAway(error);
    } finally {
      clearTimeout(timer);
    }
  }

  async function keysFrom(prefix: string): Promise<readonly string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const from = { Bucket, Prefix: prefix, Delimiter: '/', ...(token !== undefined && { ContinuationToken: token }) };
      const page = await ask(({ client, ListObjectsV2Command }, abortSignal) =>
        client.send(new ListObjectsV2Command(from), { abortSignal }),
      );
      if (page?.KeyCount === undefined) throw new FilesAway(undefined);
      keys.push(...(page.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return keys;
  }

  return {
    isLocal: false,

    async put(path, from) {
      const { size } = await stat(from);
      const stored = await ask(({ client, PutObjectCommand }, abortSignal) => {
        const file = {
          Bucket,
          Key: keyOf(path),
          Body: createReadStream(from).on('error', ownedByReader),
          ContentLength: size,
        };
        return client.send(new PutObjectCommand(file), { abortSignal });
      }, PUT_PATIENCE_MS);
      if (stored === undefined) throw new FilesAway(undefined);
    },

    async stat(path) {
      const Key = keyOf(path);
      const found = await ask(({ client, HeadObjectCommand }, abortSignal) =>
        client.send(new HeadObjectCommand({ Bucket, Key }), { abortSignal }),
      );
      if (found !== undefined) {
        const { ContentLength: bytes, LastModified: at, ETag: etag } = found;
        if (bytes === undefined || at === undefined || etag === undefined) throw new FilesAway(undefined);
        return { bytes, at: at.getTime(), etag };
      }
      // A HEAD request gives the same answer when the bucket does not exist; the listing throws `FilesAway` in that case. If the listing
      // contains the file after all, nothing is known either.
      if ((await keysFrom(Key)).includes(Key)) throw new FilesAway(undefined);
      return undefined;
    },

    async get(path, range) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const found = await ask(({ client, GetObjectCommand }, abortSignal) =>
        client.send(new GetObjectCommand({ Bucket, Key: keyOf(path), ...(Range && { Range }) }), { abortSignal }),
      );
      if (found === undefined) return undefined;
      if (!(found.Body instanceof Readable)) throw new FilesAway(undefined);
      return found.Body.on('error', ownedByReader);
    },

    async delete(path) {
      await ask(({ client, DeleteObjectCommand }, abortSignal) =>
        client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(path) }), { abortSignal }),
      );
    },

    list: async (prefix) => (await keysFrom(keyOf(prefix))).map((key) => `${dataDir}${sep}${key.split('/').join(sep)}`),
  };
}

const silent = () => undefined;

/** Returns whether an error of the store means that the key does not exist; not that the bucket is missing (NoSuchBucket). */
const isNoKey = (error: unknown) => error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

type Sdk = typeof import('@aws-sdk/client-s3');
type Loaded = Pick<
  Sdk,
  'PutObjectCommand' | 'HeadObjectCommand' | 'GetObjectCommand' | 'DeleteObjectCommand' | 'ListObjectsV2Command'
> & { readonly client: S3Client };

async function load({ endpoint, region, key, secret }: S3Place, patienceMs: number): Promise<Loaded> {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    maxAttempts: ATTEMPTS,
    // Otherwise the client writes to the console, bypassing the log.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Other S3-compatible stores do not support the checksums that S3 added later.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: patienceMs },
  });
  return { ...sdk, client };
}
