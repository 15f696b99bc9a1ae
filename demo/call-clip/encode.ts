import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { chromiumPath } from '../../tools/installed-tools.ts';
import { FRAMES_PER_SECOND } from './acting.ts';
import { HEIGHT, WIDTH } from './draw.ts';

/** The encoded video track of one clip, as make.ts writes it to a file. */
export type Coded = {
  readonly packets: readonly { readonly type: 'key' | 'delta'; readonly data: Uint8Array }[];
  /** Decoder configuration: codec string, and for H.264 the AVCDecoderConfigurationRecord. */
  readonly codec: string;
  readonly description?: Uint8Array;
};
/** Response of the page: bytes as base64; an empty description means none. */
type Answer = {
  readonly codec: string;
  readonly description: string;
  readonly packets: readonly { readonly type: 'key' | 'delta'; readonly data: string }[];
};
/** Codec string (WebCodecs) and bit rate of one clip. */
export type Coding = { readonly codec: string; readonly bitsPerSecond: number };

/** Key frame interval: bounds the wait of a client that joins or loses a frame. */
const SECONDS_PER_KEY_FRAME = 3;

/**
 * Starts Chromium, in which the clips are encoded: its H.264 is constrained baseline; that of @napi-rs/webcodecs is always the high
 * profile.
 */
export async function openEncoder() {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('Chromium is not installed');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const page = await browser.newPage();
  // WebCodecs require a secure origin.
  await page.route('https://clip.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('https://clip.test/');
  await page.addScriptTag({ path: fileURLToPath(new URL('encode-page.mjs', import.meta.url)) });
  return {
    encode: (files: readonly string[], coding: Coding) => encode(page, files, coding),
    close: () => browser.close(),
  };
}

async function encode(page: Page, files: readonly string[], coding: Coding): Promise<Coded> {
  const task = {
    ...coding,
    frames: files.map((file) => readFileSync(file).toString('base64')),
    size: { width: WIDTH, height: HEIGHT },
    rate: FRAMES_PER_SECOND,
    keyEvery: SECONDS_PER_KEY_FRAME * FRAMES_PER_SECOND,
  };
  const coded: Answer = await page.evaluate(`encodeLoop(${JSON.stringify(task)})`);
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
  return {
    codec: coded.codec,
    packets: coded.packets.map(({ type, data }) => ({ type, data: bytes(data) })),
    ...(coded.description === '' ? {} : { description: bytes(coded.description) }),
  };
}
