import { and, asc, eq, isNull } from 'drizzle-orm';
import { number, object, safeParse } from 'valibot';
import type { Database } from '../database/connect.ts';
import type { Job } from '../jobs.ts';
import type { Logger } from '../log.ts';
import type { MediaFolder } from './folder.ts';
import { sharp } from './library.ts';
import { media, mediaShare } from './tables.ts';

/** Bits of what a check may find, as in messages (contract/chat/rules.ts). */
const COVERED = 2;
const REFUSED = 8;
const EDGE_PX = 224;
const QUALITY = 80;
const PATIENCE_MS = 3_000;
const EVERY_MS = 60_000;
const BATCH = 50;

const answer = object({ bits: number() });

export type Checked = { readonly bits: number; readonly checkedAt?: Date };
/** What a check finds in these pictures together: a picture, or frames of a clip. Not checked where nobody answers in time. */
export type ContentCheck = (paths: readonly string[]) => Promise<Checked>;

export const isRefused = ({ bits }: Checked) => (bits & REFUSED) !== 0;

/** Posts each picture as a JPEG of 224 pixels to the service of the operator; it answers `{ "bits": 0 | 2 | 8 }`. */
export function createContentCheck(url: string, log: Logger, patienceMs: number = PATIENCE_MS): ContentCheck {
  if (url === '') return async () => ({ bits: 0 });

  async function ask(path: string, signal: AbortSignal): Promise<number> {
    const small = await sharp(path)
      .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', withoutEnlargement: true })
      .flatten()
      .jpeg({ quality: QUALITY })
      .toBuffer();
    const headers = { 'content-type': 'image/jpeg' };
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: new Uint8Array(small),
      signal,
      redirect: 'error',
    });
    const parsed = safeParse(answer, await response.json());
    if (!response.ok || !parsed.success) throw new Error(`the check answered with ${response.status}`);
    return parsed.output.bits & (COVERED | REFUSED);
  }

  return async (paths) => {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const found = await Promise.all(paths.map((path) => ask(path, signal)));
      return { bits: found.reduce((all, bits) => all | bits, 0), checkedAt: new Date() };
    } catch (error) {
      log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'the check of media is silent');
      return { bits: 0 };
    }
  };
}

/** Asks again about what nobody could check when it came. Where that is refused now, its receivers see it no more. */
export function checkLater(db: Database, folder: MediaFolder, check: ContentCheck): Job {
  async function checkOne({ id }: { readonly id: string }): Promise<boolean> {
    // Of a clip its poster.
    const checked = await check([folder.original(id, 'picture')]);
    if (checked.checkedAt === undefined) return false;
    await db.transaction(async (tx) => {
      await tx.update(media).set(checked).where(eq(media.id, id));
      if (isRefused(checked)) await tx.update(mediaShare).set({ ended: true }).where(eq(mediaShare.mediaId, id));
    });
    return true;
  }

  return {
    name: 'check media',
    everyMs: EVERY_MS,
    async run(signal) {
      const waiting = await db
        .select({ id: media.id })
        .from(media)
        .where(and(eq(media.purpose, 'chat'), isNull(media.checkedAt), isNull(media.goneAt)))
        .orderBy(asc(media.createdAt))
        .limit(BATCH);
      // One that is silent is so for the next, too.
      for (const one of waiting) if (signal.aborted || !(await checkOne(one))) return;
    },
  };
}
