import { beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_PICTURE } from '#contract/media/media.ts';

vi.stubGlobal('location', { origin: 'https://app.example' });
let host: typeof import('../../../../src/ui/media/media-host.ts');
beforeAll(async () => {
  host = await import('../../../../src/ui/media/media-host.ts');
});

const ID = '0123456789abcdef0123456789abcdef';
/** Values that would reveal the viewer to another host, or be fetched again. */
const FOREIGN = [
  'https://canary.test/p.gif',
  'http://canary.test/p.gif',
  'HTTPS://canary.test/p.gif',
  'https://app.example.canary.test/p.gif',
  'https://app.example@canary.test/p.gif',
  'blob:https://canary.test/1f2e',
  'BLOB:https://canary.test/1f2e',
  '//canary.test/p.gif',
  '/\\canary.test/p.gif',
  'javascript:hit()',
  'data:text/html,hit()',
];

describe('a picture or clip with an address from a peer', () => {
  test('a picture or clip with an address from a peer is not requested from another host', () => {
    for (const url of FOREIGN) {
      expect(host.mediaSrc(url), url).toBe('');
      expect([NO_PICTURE, ''], url).toContain(host.pictureSrc(url, 320));
    }
  });

  test('a picture or clip is requested from the app host, also while it is only in this browser', () => {
    for (const url of ['https://app.example/x.webp', 'blob:https://app.example/1f2e', `/media/${ID}`])
      expect(host.mediaSrc(url)).toContain(url);
  });
});

describe('a picture placeholder', () => {
  test('a placeholder is a small inline picture', () => {
    expect(host.blurSrc('data:image/webp;base64,UklGRhoAAABXRUJQ')).toBe('data:image/webp;base64,UklGRhoAAABXRUJQ');
  });

  test('a placeholder is empty when it is an address, another file type, or more than one style value', () => {
    const others = [
      ...FOREIGN,
      'data:image/svg+xml;base64,UklGRhoAAABXRUJQ',
      'data:image/webp,%3Csvg%3E',
      'data:image/webp;base64,UklGR"),url("//canary.test/q.gif',
      'data:image/webp;base64,UklG\n',
      '',
    ];
    for (const blur of others) expect(host.blurSrc(blur), blur).toBe('');
  });
});
