import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import { openMediaFolder } from '../../../../server/domains/media/folder.ts';
import { createSizes } from '../../../../server/domains/media/sizes.ts';
import { createSemaphore } from '../../../../server/domains/media/turns.ts';
import { createWorks } from '../../../../server/domains/media/upload/works.ts';
import { endSlowRequests } from '../../../../server/platform/http/slow-requests.ts';
import { temporaryFolder } from '../../../harness/temporary.ts';

const ID = '0123456789abcdef0123456789abcdef';

describe('the lane scheduler', () => {
  test('the lane scheduler runs no more tasks than there are lanes, in order of request', async () => {
    const turn = createSemaphore(2);
    const order: number[] = [];
    let working = 0;
    let most = 0;
    const work = (number: number) =>
      turn(async () => {
        order.push(number);
        working += 1;
        most = Math.max(most, working);
        await Promise.resolve();
        working -= 1;
      });
    await Promise.all([0, 1, 2, 3, 4, 5, 6].map(work));
    expect(most).toBe(2);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('the lane scheduler continues after a failed task', async () => {
    const turn = createSemaphore(1);
    const failed = turn(() => Promise.reject(new Error('failed')));
    const next = turn(async () => 'next');
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});

describe('a resized picture', () => {
  function start(resize: (from: string, to: string) => Promise<void>) {
    const folder = openMediaFolder(temporaryFolder('sizes'));
    const original = folder.original(ID, 'picture');
    mkdirSync(dirname(original), { recursive: true });
    writeFileSync(original, 'original');
    return { folder, sizes: createSizes({ folder, turn: createSemaphore(1), resize }) };
  }

  test('a resized picture is created once for all concurrent requests', async () => {
    let made = 0;
    const { folder, sizes } = start(async (_from, to) => {
      made += 1;
      writeFileSync(to, 'small');
    });
    const paths = await Promise.all(Array.from({ length: 9 }, () => sizes(ID, 480, 'webp')));
    expect(new Set(paths)).toEqual(new Set([folder.sized(ID, 480, 'webp')]));
    await sizes(ID, 480, 'webp');
    expect(made).toBe(1);
    await sizes(ID, 480, 'avif');
    expect(made).toBe(2);
  });

  test('a resized picture is created again after a failure, and never served incomplete', async () => {
    let tries = 0;
    const { folder, sizes } = start(async (_from, to) => {
      tries += 1;
      writeFileSync(to, 'half');
      if (tries === 1) throw new Error('failed');
    });
    await expect(sizes(ID, 160, 'jpeg')).rejects.toThrow('failed');
    expect(existsSync(folder.sized(ID, 160, 'jpeg'))).toBe(false);
    expect(await sizes(ID, 160, 'jpeg')).toBe(folder.sized(ID, 160, 'jpeg'));
  });

  test('a resized picture is not created when its original is missing', async () => {
    const { sizes } = start(() => Promise.reject(new Error('never')));
    expect(await sizes(ID.replaceAll('0', '1'), 160, 'jpeg')).toBeUndefined();
  });
});

test('a slow request is cut off, and the upload of a signed-in user is not', async () => {
  const app = fastify();
  app.decorateRequest('uid', 0);
  endSlowRequests(app, { requestMs: 40, strangerMs: 40 });
  app.addHook('onRequest', async (request) => {
    request.uid = request.headers['x-uid'] === undefined ? 0 : 1;
  });
  app.post('/api', async () => 'api');
  app.post('/upload', { config: { mayArriveSlowly: true } }, async () => 'upload');
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => app.close());
  const begin = (path: string, header = '') => {
    const socket = connect(Number(address.port), address.hostname);
    socket.write(
      `POST ${path} HTTP/1.1\r\n${header}host: a\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nab`,
    );
    return socket;
  };
  const upload = begin('/upload', 'x-uid: 1\r\n');
  const useless = [begin('/api'), begin('/upload')];
  for (const socket of useless) socket.on('error', () => undefined);
  await Promise.all(useless.map((socket) => new Promise((closed) => socket.once('close', closed))));
  upload.write('cd');
  const answer = await new Promise<string>((done) => upload.once('data', (bytes) => done(String(bytes))));
  expect(answer).toContain('200 OK');
  upload.destroy();
});

describe('a detached job', () => {
  test('a detached job runs once for all requests, and returns no result to a request when it is slow', async () => {
    const works = createWorks<string>(20, () => {});
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    let runs = 0;
    const work = () => {
      runs += 1;
      return promise;
    };
    expect(await Promise.all([works.wait('a', work), works.wait('a', work)])).toEqual([undefined, undefined]);
    expect([works.isAtWork('a'), works.isAtWork('b')]).toEqual([true, false]);
    const asked = works.wait('a', work);
    resolve(ok('stored'));
    expect([await asked, runs, works.isAtWork('a')]).toEqual([ok('stored'), 1, false]);
  });

  test('a detached job that finished without a waiting request returns its result to the next request, once', async () => {
    const works = createWorks<string>(1, () => {});
    const { promise, resolve } = Promise.withResolvers<Result<string>>();
    expect(await works.wait('a', () => promise)).toBeUndefined();
    resolve(fail({ code: 'upload-disguised' }));
    await vi.waitUntil(() => !works.isAtWork('a'));
    const another = async () => ok('another');
    expect(await works.wait('a', another)).toEqual(fail({ code: 'upload-disguised' }));
    expect(await works.wait('a', another)).toEqual(ok('another'));
  });

  test('a detached job reports its failure and can be started again', async () => {
    const failures: unknown[] = [];
    const works = createWorks<string>(1_000, (error) => failures.push(error));
    const broken = async () => Promise.reject(new Error('the disk'));
    expect(await works.wait('a', broken)).toEqual(fail({ code: 'server-error' }));
    expect(failures).toHaveLength(1);
    expect(await works.wait('a', async () => ok('again'))).toEqual(ok('again'));
  });
});
