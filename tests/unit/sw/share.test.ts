import './worker-realm.ts';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { SHARE_PICTURE_MAX_BYTES } from '../../../contract/chat/rules.ts';
import { SHARE_FIELDS } from '../../../contract/chat/share.ts';
import { createShareTarget, isShare } from '../../../sw/share.ts';

const ORIGIN = 'https://gem.test';
const ID = 'abcdefghijklmnopqrstu';

type Fields = Readonly<Record<string, string | Blob>>;
type Kept = { readonly text: string; readonly picture?: Blob };

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** A share target that stores shares, or fails to when the disk is full. */
function target({ waits = false, isFull = false } = {}) {
  const kept: Kept[] = [];
  const answer = createShareTarget(ORIGIN, async (shared) => {
    if (isFull) throw new DOMException('the disk is full', 'QuotaExceededError');
    kept.push(shared);
    return { id: ID, waits };
  });
  const send = async (init: RequestInit) => {
    const request = new Request(`${ORIGIN}/share`, { method: 'POST', ...init });
    const { status, headers } = await answer(request);
    return `${status} ${headers.get('location') ?? ''}`.trim();
  };
  return { kept, send, share: (fields: Fields) => send({ body: formOf(fields) }) };
}

const REFUSED = `303 ${ORIGIN}/message?share=refused`;
const TAKEN = `303 ${ORIGIN}/message?share=${ID}`;
const jpeg = async () =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);

test('only a form that is posted to its own address on this origin is a share', () => {
  const at = (url: string, method = 'POST') => isShare({ method }, new URL(url), ORIGIN);
  expect(at(`${ORIGIN}/share`)).toBe(true);
  expect(at(`${ORIGIN}/share?x=1`)).toBe(true);
  expect(at(`${ORIGIN}/share`, 'GET')).toBe(false);
  expect(at(`${ORIGIN}/share/x`)).toBe(false);
  expect(at('https://evil.test/share')).toBe(false);
});

test('the texts of a share are joined without duplicates, and open the choice of a conversation', async () => {
  const { share, kept } = target();
  const url = 'https://example.org/a';
  expect(await share({ title: 'A walk', text: `Look here: ${url}`, url })).toBe(TAKEN);
  expect(kept).toEqual([{ text: `A walk\nLook here: ${url}` }]);
});

test('shared text is cleaned and kept whole: the user shortens it in the message field', async () => {
  const { share, kept } = target();
  await share({ text: `a\u0000b${'é'.repeat(5_000)}` });
  expect(kept[0]?.text).toHaveLength(5_002);
  expect(kept[0]?.text.startsWith('abéé')).toBe(true);
});

test('a shared picture is recognized by its bytes, whatever its declared type is', async () => {
  const { share, kept } = target();
  const picture = new File([await jpeg()], 'evil.html', { type: 'text/html' });
  expect(await share({ [SHARE_FIELDS.picture]: picture })).toBe(TAKEN);
  expect(kept[0]?.picture?.type).toBe('image/jpeg');
  expect(kept[0]?.picture?.size).toBe(picture.size);
});

test('a file that is not a picture or too large is dropped, and a share without other content reports it', async () => {
  const { share, kept } = target();
  const script = new File(['<svg onload="x()"></svg>'], 'a.svg', { type: 'image/svg+xml' });
  const clip = new File([new Uint8Array([0, 0, 0, 24, 0x66, 0x74, 0x79, 0x70, 0x6d, 0x70, 0x34, 0x32])], 'a.jpg');
  const large = new File([await jpeg(), new Uint8Array(SHARE_PICTURE_MAX_BYTES)], 'a.jpg', { type: 'image/jpeg' });
  for (const picture of [script, clip, large]) expect(await share({ picture })).toBe(REFUSED);
  expect(kept).toEqual([]);
  expect(await share({ picture: script, text: 'words' })).toBe(TAKEN);
  expect(kept).toEqual([{ text: 'words' }]);
});

test('a form beyond its limits is not read to the end', async () => {
  const { send, kept } = target();
  let given = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 1_048_576;
      if (given > 20 * 1_048_576) return controller.close();
      controller.enqueue(new Uint8Array(1_048_576));
    },
  });
  const long = { body, headers: { 'content-type': 'multipart/form-data; boundary=x' }, duplex: 'half' };
  expect(await send(long as RequestInit)).toBe(REFUSED);
  expect(given).toBeLessThan(16 * 1_048_576);
  expect(kept).toEqual([]);
});

test.each([
  ['an empty form', { body: formOf({ title: '', text: ' ' }) }],
  ['no form', { body: '{"text":"x"}', headers: { 'content-type': 'application/json' } }],
  ['a form that is broken', { body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }],
  ['nothing', {}],
  ['a form of a foreign page', { body: formOf({ text: 'x' }), referrer: 'https://evil.test/page' }],
])('%s is not a share', async (_title, init) => {
  const { send, kept } = target();
  expect(await send(init)).toBe(REFUSED);
  expect(kept).toEqual([]);
});

test('a page in a call stays where it is, and the share waits', async () => {
  const { share, kept } = target({ waits: true });
  expect(await share({ text: 'later' })).toBe('204');
  expect(kept).toEqual([{ text: 'later' }]);
});

test('a full disk is reported without losing the page', async () => {
  expect(await target({ isFull: true }).share({ text: 'x' })).toBe(REFUSED);
});
