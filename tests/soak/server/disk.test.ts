import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { startApi } from '../../harness/api.ts';
import { temporaryFolder } from '../../harness/temporary.ts';
import { sendChat } from '../../server/media/chat-media.ts';
import { picture, uploadName } from '../../server/media/media-files.ts';

// A disk of its own with 512 MB (a tmpfs, so root is needed); uploads must leave 256 MB free.

const MB = 1_048_576;
const GUESTS = 200;
const PARTS = 6;
const FILE = 50 * MB;
const RESERVE_MB = 256;

test('the disk reserve stays free and all other requests succeed when 200 guests never finish an upload', async () => {
  const disk = temporaryFolder('disk');
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=512m', 'tmpfs', disk]);
  try {
    const api = await startApi(inject('postgresUrl'), {
      DATA_DIR: join(disk, 'data'),
      UPLOAD_RESERVE_MB: `${RESERVE_MB}`,
      UPLOADS_OPEN_MB: '100000',
      UPLOADS_OPEN_PER_ADDRESS_MB: '100000',
    });
    const guests = await Promise.all(Array.from({ length: GUESTS }, (_, n) => api.guest(`guest-${n}`)));
    const head = await picture(700, 500).jpeg().toBuffer();
    const part = Buffer.alloc(MB);
    head.copy(part);
    let least = Number.POSITIVE_INFINITY;
    const look = () => {
      const { bavail, bsize } = statfsSync(disk);
      least = Math.min(least, (bavail * bsize) / MB);
    };
    const outcomes = new Map<string, number>();
    const others: number[] = [];
    await Promise.all(
      guests.map(async (user) => {
        const name = uploadName('jpg');
        for (let n = 0; n < PARTS; n += 1) {
          const answer = await sendChat(api, user, { name, offset: n * MB, size: FILE, file: part });
          const outcome = answer.data?.code ?? `${answer.status}`;
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
          look();
          const { status } = await api.call('account', { action: 1 }, { user });
          others.push(status);
        }
      }),
    );
    console.info(`least free space: ${least.toFixed(0)} MB`, Object.fromEntries(outcomes));
    expect(least).toBeGreaterThanOrEqual(RESERVE_MB);
    expect([...outcomes.keys()].toSorted()).toEqual(['200', 'upload-no-room']);
    expect(new Set(others)).toEqual(new Set([200]));
    await api.close();
  } finally {
    execFileSync('umount', ['-l', disk]);
  }
});
