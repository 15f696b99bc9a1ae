import { PICTURE_CACHE } from '#contract/media/private.ts';
import {
  PICTURE_COPIES_MAX,
  PICTURE_COPIES_MAX_BYTES,
  PICTURE_COPY_FRESH_MS,
  PICTURE_COPY_KEPT_MS,
  PICTURE_COPY_MAX_WIDTH_PX,
} from '#contract/media/rules.ts';
import { type Answered, createShelf, isClosed, type ShelfPorts } from './shelf.ts';

type PicturePorts = ShelfPorts & {
  readonly fetch: (request: Request) => Promise<Response>;
  /** Clock, ms. */
  readonly now: () => number;
};

/** A picture of the media host at a width (contract/media/media.ts, whose parser would come with it). */
const SIZED = /^\/media\/[0-9a-f]{32}\/img(\d{1,4})$/;

/** A public picture at a width of lists. Large ones are looked at one by one, with a network. */
export function isListPicture({ origin, pathname, search }: URL, own: string): boolean {
  const width = Number(SIZED.exec(pathname)?.[1]);
  return origin === own && search === '' && width <= PICTURE_COPY_MAX_WIDTH_PX;
}

/**
 * Keeps the portraits of lists, for the time without a network. A copy is the answer, whoever asks: it is there only while its
 * reader is signed in. One that is old is asked for again behind the answer, and after 30 days it is none any more.
 */
export function createPictures({ fetch, now, ...ports }: PicturePorts): (request: Request) => Promise<Answered> {
  /** Since the server said that it is so, ms. */
  const ageOf = (copy: Response) => now() - Date.parse(copy.headers.get('date') ?? '');
  const shelf = createShelf(PICTURE_CACHE, ports, {
    most: async () => ({ bytes: PICTURE_COPIES_MAX_BYTES, entries: PICTURE_COPIES_MAX }),
    isTooOld: (copy) => ageOf(copy) > PICTURE_COPY_KEPT_MS,
  });

  async function take(key: string, response: Response, reader: Promise<string | undefined>): Promise<void> {
    if (isClosed(response)) return shelf.drop(key);
    const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
    const name = await reader;
    if (response.status === 200 && isPicture && name !== undefined) await shelf.keep(key, response, name);
  }

  return async (request) => {
    const key = new URL(request.url).pathname;
    const copy = await shelf.match(key);
    const age = copy ? ageOf(copy) : Number.POSITIVE_INFINITY;
    if (copy && age <= PICTURE_COPY_FRESH_MS) return { response: copy };
    // Who reads is asked beside the server, which nobody waits for.
    const reader = shelf.reader();
    // The browser's own cache would say the same for a year.
    const ask = () => fetch(copy ? new Request(request, { cache: 'no-cache' }) : request);
    if (copy && age <= PICTURE_COPY_KEPT_MS)
      return { response: copy, after: ask().then((response) => take(key, response, reader)) };
    if (copy) await shelf.drop(key);
    const response = await ask();
    return { response, after: take(key, response.clone(), reader) };
  };
}
