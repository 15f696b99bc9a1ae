import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const [, section = ''] = readFileSync('docs/laws.md', 'utf8').split('## Devices and files');
const [list = ''] = section.split('\n## ');

/** Files without a device or a chosen file: a generated tone, the end of a voice message, and a picture of the preview page. */
const HARMLESS = ['src/features/calls/preflight/sound.ts', 'src/ui/preview/crop-dialog.tsx'];
const files = globSync('{src,worker,sw}/**/*.{ts,tsx}').filter((path) => !HARMLESS.includes(path));

test.each([
  ['opens a device', /getUserMedia\(|openDevices\(/],
  [
    'listens to a track or to the devices',
    /\.on(ended|mute|unmute) =|addEventListener\('(ended|mute|unmute|devicechange)'/,
  ],
  ['plays media', /\.play\(\)|playWhenAllowed\(|playOrMute\(/],
  [
    'reads or decodes a chosen file',
    /KIND_HEAD_BYTES\)|createImageBitmap\(|new BlobSource\(|isReadable\((blob|file)|measureClip\(/,
  ],
])('each file that %s is listed with its test', (_use, pattern) => {
  const using = files.filter((path) => pattern.test(readFileSync(path, 'utf8')));
  expect(using.length).toBeGreaterThan(3);
  expect(using.filter((path) => !list.includes(`\`${path}\``))).toEqual([]);
});

test('each listed file and test exists', () => {
  const paths = [...list.matchAll(/`([a-z]+\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});
