import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BufferSource,
  Input,
  MP4,
  Mp4OutputFormat,
  OggOutputFormat,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { startApi, type TestApi, type User } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { passOf, recordSound, sendChat } from './chat-media.ts';
import { sendFile, uploadName } from './media-files.ts';

let api: TestApi;
let sam: User;
let cookie = '';
const dataDir = temporaryFolder('media');

beforeAll(async () => {
  api = await startApi(inject('postgresUrl'), { DATA_DIR: dataDir });
  sam = await api.guest();
  cookie = await passOf(api, sam);
});
afterAll(() => api?.close());

const files = () =>
  readdirSync(join(dataDir, 'media-private'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );

describe('audio files', () => {
  test.each<[string, OutputFormat, 'opus' | 'aac', number]>([
    ['webm', new WebMOutputFormat(), 'opus', 1],
    ['ogg', new OggOutputFormat(), 'opus', 2],
    ['mp4', new Mp4OutputFormat(), 'aac', 1],
  ])(
    'a voice message sent as %s is stored as mono M4A with its waveform',
    async (extension, format, codec, channels) => {
      const file = await recordSound(format, codec, 2, channels);
      const answer = await sendChat(api, sam, { name: uploadName(extension), file });
      expect(answer).toMatchObject({ status: 200, kind: 'sound', width: 0, height: 0, blur: '' });
      expect(answer.ms).toBeGreaterThan(1_900);
      expect(answer.ms).toBeLessThan(2_200);
      // A tone at full scale has a level of -3 dB, followed by silence. The codec blurs the boundaries.
      expect(answer.wave?.slice(2, 22)).toMatch(/^[ef]{20}$/);
      expect(answer.wave?.slice(28)).toMatch(/^0{20}$/);
      const kept = await api.app.inject({ url: answer.url, headers: { cookie } });
      expect(kept.headers['content-type']).toBe('audio/mp4');
      expect(kept.rawPayload.toString('latin1')).not.toContain('Secret');
      using input = new Input({ source: new BufferSource(kept.rawPayload), formats: [MP4] });
      expect((await input.getTracks()).map(({ type }) => type)).toEqual(['audio']);
      const track = await input.getPrimaryAudioTrack();
      expect([await track?.getCodec(), await track?.getNumberOfChannels()]).toEqual(['aac', 1]);
      expect((await api.app.inject({ url: `${answer.url}/img480`, headers: { cookie } })).statusCode).toBe(404);
    },
  );

  test('an audio file for a profile is refused', async () => {
    const file = await recordSound(new OggOutputFormat(), 'opus', 1);
    expect(await sendFile(api, sam.vcToken, file, 'ogg')).toMatchObject({ status: 415, data: { code: 'upload-type' } });
  });

  test.each<[string, () => Promise<Buffer>, string]>([
    // One minute longer, because a machine under load loses packets of the recording.
    ['longer than two minutes', () => recordSound(new OggOutputFormat(), 'opus', 180), 'upload-too-long'],
    [
      'cut short',
      async () => (await recordSound(new Mp4OutputFormat(), 'aac', 3)).subarray(0, -9_000),
      'upload-unreadable',
    ],
    [
      'larger than 4 MB',
      async () => Buffer.concat([await recordSound(new WebMOutputFormat(), 'opus', 1), Buffer.alloc(4_194_304)]),
      'upload-too-large',
    ],
    [
      'not audio',
      async () =>
        Buffer.concat([Buffer.from(`${'OggS\0\x02'.padEnd(28, '\0')}OpusHead`, 'latin1'), Buffer.alloc(900, 7)]),
      'upload-unreadable',
    ],
  ])('an audio file that is %s is refused and not stored', async (_what, make, code) => {
    const before = files().length;
    expect((await sendChat(api, sam, { name: uploadName('ogg'), file: await make() })).data?.code).toBe(code);
    expect(files()).toHaveLength(before);
  });
});

const WATCHED = { interval: 5, timeout: 20_000 };

/** Waits for a process that transcodes a clip, and kills it. */
async function killClipProcess(): Promise<void> {
  const pid = await vi.waitUntil(() => clipProcesses()[0], WATCHED);
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitUntil(() => !clipProcesses().includes(pid), WATCHED);
}

/** Lists the child processes that transcode a clip. */
const clipProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
        return (
          parent === String(process.pid) && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('clips/process.ts')
        );
      } catch {
        return false;
      }
    });

test.skipIf(process.platform !== 'linux')(
  'a file is refused and not stored when its transcoding process dies twice',
  async () => {
    const file = await recordSound(new OggOutputFormat(), 'opus', 100);
    const before = files().length;
    const name = uploadName('ogg');
    await sendChat(api, sam, { name, offset: 0, size: file.length, file: file.subarray(0, 1_000) });
    const answer = sendChat(api, sam, { name, offset: 1_000, size: file.length, file: file.subarray(1_000) });
    await killClipProcess();
    await killClipProcess();
    expect(await answer).toMatchObject({ status: 422, data: { code: 'upload-unreadable' } });
    expect(files()).toHaveLength(before);
  },
);
