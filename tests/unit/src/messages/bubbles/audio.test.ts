import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { addressOfUpload } from '../../../../../contract/media/upload-address.ts';
import type { ErrorCode } from '../../../../../contract/result.ts';
import type { UploadRow } from '../../../../../worker/db/schema.ts';
import { messageRow } from '../message-row.ts';

let upload: Partial<UploadRow> = {};
vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }));
vi.mock('../../../../../src/i18n/more.ts', () => ({ useWords: () => true }));
vi.mock('../../../../../src/i18n/errors.ts', () => ({ explainCode: (code: ErrorCode) => code }));
vi.mock('../../../../../src/i18n/format.ts', () => ({ formatClock: String, formatNumber: String }));
vi.mock('../../../../../src/data/calls/use-in-call.ts', () => ({ useInCall: () => false }));
vi.mock('../../../../../src/core/core.ts', () => ({ core: {} }));
vi.mock('../../../../../src/messages/voice/player.ts', () => ({ usePlaying: () => undefined }));
vi.mock('../../../../../src/messages/media/use-batch.ts', () => ({
  useBatch: () => [upload],
  uploadFor: () => upload,
}));

vi.stubGlobal('addEventListener', () => undefined);
const { default: AudioBubble } = await import('../../../../../src/messages/bubbles/audio.tsx');
const { stepOf } = await import('../../../../../src/messages/log/state-mark.tsx');

const payload = { kind: 'audio', url: addressOfUpload('a'), ms: 1_000, wave: '0'.repeat(48), played: false } as const;
const row = messageRow('u_1/a', 1, { out: true, state: 'sending', type: 3, payload });
const drawn = () => renderToStaticMarkup(createElement(AudioBubble, { row, payload }));

beforeEach(() => {
  upload = { id: 'a', state: 'error', file: undefined };
});

test('a recording is to be recorded again when the server does not take the file', () => {
  upload.error = 'upload-unreadable';
  expect(drawn()).toMatch(/role="alert"[^>]*>voice\.refused</);
  expect(drawn()).toContain('aria-label="voice.discard"');
  expect(drawn()).not.toContain('aria-label="retry"');
});

test('a recording can be uploaded again when the quota of uploads is used up', () => {
  upload.error = 'upload-quota';
  expect(drawn()).toMatch(/role="alert"[^>]*>upload-quota</);
  expect(drawn()).toContain('aria-label="voice.discard"');
  expect(drawn()).toContain('aria-label="retry"');
});

test('a recording can be cancelled while it is uploaded', () => {
  upload = { ...upload, state: 'sending', error: '' };
  expect(drawn()).not.toContain('alert');
  expect(drawn()).toContain('aria-label="cancel"');
});

test('the mark of a message shows a failure when the upload of a file has failed', () => {
  const sending = { state: 'sending', reached: 'none' } as const;
  expect(stepOf(sending, true)).toBe('failed');
  expect(stepOf(sending, false)).toBe('sending');
  expect(stepOf({ ...sending, state: 'success' }, true)).toBe('sent');
});
