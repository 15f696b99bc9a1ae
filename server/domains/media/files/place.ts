import * as v from 'valibot';

/** Address and keys of an S3-compatible object store with path-style addresses, parsed from `MEDIA_URL`. */
export type S3Place = {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly key: string;
  readonly secret: string;
};

const FORM = 'must be s3://key:secret@host:port/bucket?region=name&tls=on, with special characters as %xx';
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[a-z0-9-]{1,32}$/;
const SETTINGS = new Set(['region', 'tls']);

/**
 * Schema that parses the setting `MEDIA_URL`; undefined when empty. The error message does not repeat the value, because it contains a
 * secret.
 */
export const mediaPlace = v.union(
  [
    v.pipe(
      v.literal(''),
      v.transform(() => undefined),
    ),
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }) => {
        const place = readPlace(dataset.value);
        if (place) return place;
        addIssue({ message: FORM });
        return NEVER;
      }),
    ),
  ],
  FORM,
);

function readPlace(text: string): S3Place | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== 's3:' || url.host === '' || url.hash !== '') return undefined;
  const { searchParams: set } = url;
  const [key, secret, bucket] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  const region = set.get('region') ?? 'us-east-1';
  const tls = set.get('tls') ?? 'on';
  const isGood =
    [...set.keys()].every((name) => SETTINGS.has(name) && set.getAll(name).length === 1) &&
    REGION.test(region) &&
    (tls === 'on' || tls === 'off');
  if (!isGood || !key || !secret || !bucket || !BUCKET.test(bucket)) return undefined;
  return { endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`, region, bucket, key, secret };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
