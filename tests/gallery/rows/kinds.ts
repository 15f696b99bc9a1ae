import { SENSITIVE_COVERED, SENSITIVE_PORN } from '../../../contract/chat/rules.ts';
import { addressOfUpload } from '../../../contract/media/upload-address.ts';
import { sampleRows } from '../../../src/features/chat/conversation/preview-rows.ts';
import type { MessageRow, UploadRow } from '../../../worker/db/schema.ts';
import { GALLERY_NOW } from '../app/gallery.ts';
import { message, TALKED_TO } from './chat.ts';
import { mediaOf } from './people.ts';

const SELF = 264_457_900;
/** A picture that the site answers with an error; no other screen shows it. */
export const MISSING_PICTURE = mediaOf(9_039, 3);

/** Every kind of message of both sides, as on /preview. Texts of users are the same in each language. */
export const KIND_MESSAGES: readonly MessageRow[] = [
  ...sampleRows({
    tid: `u_${TALKED_TO}`,
    self: SELF,
    peer: TALKED_TO,
    now: GALLERY_NOW,
    words: {
      hello: 'Hey you',
      day: 'Mostly rain',
      walk: 'Round the lake',
      place: 'Kadıköy, İstanbul',
      later: 'Tonight',
      hidden: 'call 0170',
      wish: 'For the lamp',
      ask: 'Owls?',
      one: 'Owls',
      two: 'Donaudampfschifffahrt',
      note: 'Hi',
      team: 'We have looked at it',
    },
    art: {
      pictures: [mediaOf(9_001, 1), mediaOf(9_001, 2), mediaOf(9_002, 2), mediaOf(9_003, 3)],
      portrait: mediaOf(9_001, 1),
      clip: mediaOf(9_001, 4),
      voice: mediaOf(9_001, 4),
    },
  }),
  message(TALKED_TO, { words: 'https://example.org/a-long-way/to-something?that=has&a=query, look' }),
  message(TALKED_TO, { words: 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüsselloch', out: true }),
  message(TALKED_TO, { words: 'نراكم غداً', replyTo: 'nobody-has-that-one--' }),
];

const uploads: UploadRow[] = [];
type Told = Partial<Pick<UploadRow, 'state' | 'sentBytes' | 'error'>>;

/** An own message whose files are being uploaded; `files` has the state of each. */
function onItsWay(type: number, files: readonly Told[], make: (urls: readonly string[]) => MessageRow['payload']) {
  const ids = files.map((_, at) => `kinds-${uploads.length + at}`);
  const row = message(TALKED_TO, { out: true, type, state: 'sending', payload: make(ids.map(addressOfUpload)) });
  for (const [at, told] of files.entries()) {
    uploads.push({
      id: ids[at] ?? '',
      purpose: 'chat',
      name: `${'0'.repeat(32)}.webp`,
      file: undefined,
      batch: row.mid,
      state: 'waiting',
      sentBytes: 0,
      totalBytes: 1_000,
      url: '',
      thumbUrl: '',
      error: '',
      queuedAt: GALLERY_NOW + uploads.length,
      ...told,
    });
  }
  return row;
}
const FREE = { payNeed: false, payPrice: 0, lockId: '' } as const;
const SIZE = { w: 720, h: 960, blur: '' } as const;
const itemOf = (url: string) => ({ url, thumb: url, ...SIZE });
const album = (urls: readonly string[], body = '') =>
  ({ kind: 'image', items: urls.map(itemOf), body, ...FREE }) as const;
const PICTURE = album([mediaOf(9_004, 2)]);
const WAVE = '0123456789abcdef'.repeat(3);

/** States of a bubble: missing file, uploading, failed, refused, covered, removed, delivered. */
export const STATE_MESSAGES: readonly MessageRow[] = [
  message(TALKED_TO, { type: 2, payload: album([MISSING_PICTURE]) }),
  onItsWay(
    2,
    [{ state: 'sending', sentBytes: 300 }, {}, { state: 'error', error: 'upload-too-large' }, { state: 'done' }],
    (urls) => album(urls, 'Four of them'),
  ),
  onItsWay(2, [{ state: 'error', error: 'upload-quota' }], (urls) => album(urls)),
  onItsWay(16, [{ state: 'sending', sentBytes: 900 }], ([url = '']) => ({
    kind: 'short_video',
    url,
    thumbUrl: url,
    ...SIZE,
    ms: 9_000,
    body: '',
    ...FREE,
  })),
  onItsWay(3, [{ state: 'sending' }], ([url = '']) => ({ kind: 'audio', url, ms: 3_000, wave: WAVE, played: false })),
  onItsWay(3, [{ state: 'error', error: 'upload-unreadable' }], ([url = '']) => ({
    kind: 'audio',
    url,
    ms: 119_000,
    wave: WAVE,
    played: false,
  })),
  message(TALKED_TO, { type: 2, payload: PICTURE, sensitiveInfo: SENSITIVE_COVERED }),
  message(TALKED_TO, { type: 2, payload: PICTURE, sensitiveInfo: SENSITIVE_PORN }),
  message(TALKED_TO, { type: 2, payload: PICTURE, out: true, state: 'error', refusal: 'foreign-item' }),
  message(TALKED_TO, { type: 2, payload: PICTURE, out: true, reached: 'delivered' }),
  message(TALKED_TO, { type: 6, payload: { kind: 'sticker', id: 'owl/night', name: 'Hoo' } }),
];
export const STATE_UPLOADS = uploads.map((row) => ({ ...row, file: undefined }));
