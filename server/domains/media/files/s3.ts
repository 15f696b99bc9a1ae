import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { FilesAway, type MediaFiles } from './files.ts';
import { ownedByReader } from './local.ts';
import type { S3Place } from './place.ts';

/** Until the store begins to answer, and while it is silent in the middle. */
const PATIENCE_MS = 10_000;
/** Of a whole file that is sent there. */
const PUT_PATIENCE_MS = 120_000;
const ATTEMPTS = 2;

/**
 * Files in a bucket; their keys are their paths below `dataDir`, so that a folder is moved there by a copy. The client is loaded
 * with the first file: it is large, and a start does not need it.
 */
export function s3Files(dataDir: string, place: S3Place, patienceMs: number = PATIENCE_MS): MediaFiles {
  let loading: Promise<Loaded> | undefined;
  const { bucket: Bucket } = place;
  const loaded = () => {
    loading ??= load(place, patienceMs);
    return loading;
  };
  const keyOf = (path: string) => relative(dataDir, path).split(sep).join('/') + (path.endsWith(sep) ? '/' : '');

  /** Asks; `undefined` where the store says that there is no such key. */
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
      // The same is said of every key of a bucket that is not there: then nothing is known.
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

/** NoSuchBucket is none of them. */
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
    // Else it writes to the console, past our log.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
    credentials: { accessKeyId: key, secretAccessKey: secret },
    // Of what S3 added later other stores know nothing.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: patienceMs, socketTimeout: patienceMs },
  });
  return { ...sdk, client };
}
