import { number, object, safeParse } from 'valibot';
import { SENSITIVE_COVERED, SENSITIVE_PORN } from '../../../contract/chat/rules.ts';
import type { Logger } from '../../platform/log/log.ts';
import { sharp } from './library.ts';

const EDGE_PX = 224;
const QUALITY = 80;
const PATIENCE_MS = 3_000;

const answer = object({ bits: number() });

export type Checked = { readonly bits: number; readonly checkedAt?: Date };
/** What a check finds in these pictures together: a picture, or frames of a clip. Not checked where nobody answers in time. */
export type ContentCheck = (paths: readonly string[]) => Promise<Checked>;

export const isRefused = ({ bits }: Checked) => (bits & SENSITIVE_PORN) !== 0;

/** As small as the service is shown a picture. */
export const inCheckSize = (path: string) =>
  sharp(path)
    .resize({ width: EDGE_PX, height: EDGE_PX, fit: 'inside', withoutEnlargement: true })
    .flatten()
    .jpeg({ quality: QUALITY });

/** Posts each picture as a JPEG of 224 pixels to the service of the operator; it answers `{ "bits": 0 | 2 | 8 }`. */
export function createContentCheck(url: string, log: Logger, patienceMs: number = PATIENCE_MS): ContentCheck {
  if (url === '') return async () => ({ bits: 0 });

  async function ask(path: string, signal: AbortSignal): Promise<number> {
    const small = await inCheckSize(path).toBuffer();
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
    return parsed.output.bits & (SENSITIVE_COVERED | SENSITIVE_PORN);
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
