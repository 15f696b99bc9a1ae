import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { array, type InferOutput, minLength, number, object, parse, pipe, regex, string } from 'valibot';
import webPush from 'web-push';
import type { Logger } from '../../platform/log/log.ts';
import { type KeyFile, readOrCreateKey, writeDraft } from '../../platform/process/key-file.ts';
import { PUSH_KEY_LIVES_MS, PUSH_KEYS_READ_EVERY_MS } from './bounds.ts';

const pushKey = object({
  publicKey: pipe(string(), regex(/^[\w-]{87}$/)),
  privateKey: pipe(string(), regex(/^[\w-]{43}$/)),
  createdAt: number(),
});
const pushKeys = pipe(array(pushKey), minLength(1));
/** A VAPID key pair that signs pushes (RFC 8292). `createdAt` in ms since the epoch. */
export type PushKey = Readonly<InferOutput<typeof pushKey>>;

/** The path of the file of VAPID keys in the data folder. */
export const pushKeysFile = (dataDir: string): string => join(dataDir, 'push-keys.json');

const newKey = (now: number): PushKey => ({ ...webPush.generateVAPIDKeys(), createdAt: now });
const parseKeys = (content: Buffer): readonly PushKey[] => parse(pushKeys, JSON.parse(content.toString()));
const format = (keys: readonly PushKey[]) => `${JSON.stringify(keys, undefined, 2)}\n`;

/** The file of VAPID keys, which is created with one key. */
export const pushKeyFile = (file: string, now: number): KeyFile<readonly PushKey[]> => ({
  file,
  create: () => format([newKey(now)]),
  parse: parseKeys,
  loss: 'every browser subscribes to pushes again',
});

/**
 * Reads the VAPID keys, oldest first, and creates the file with one key if there is none. When several processes create it concurrently,
 * the first wins.
 */
export const makePushKeys = (file: string, now: number): readonly PushKey[] => readOrCreateKey(pushKeyFile(file, now));

/**
 * Adds a VAPID key, which browsers subscribe with from then on, and removes keys that no subscription may use any more. Used by the
 * operator's tool.
 */
export function rotatePushKeys(file: string, now: number): PushKey {
  const added = newKey(now);
  const keys = [...makePushKeys(file, now), added];
  const alive = keys.filter((_, at) => isAlive(keys, at, now));
  renameSync(writeDraft(file, format(alive)), file);
  return added;
}

/** A key is valid for a time after the next one replaced it, in which browsers renew their subscriptions. */
const isAlive = (keys: readonly PushKey[], at: number, now: number) =>
  now - (keys[at + 1]?.createdAt ?? now) < PUSH_KEY_LIVES_MS;

/** The VAPID keys of a running process, read again while it runs. */
export type PushKeys = {
  /** Returns the key that browsers subscribe with; undefined when pushes are disabled. */
  current(): PushKey | undefined;
  /**
   * Returns the key with this public key, if still valid. Reads the file again when it is unknown, because another process may have
   * added it.
   */
  find(publicKey: string): PushKey | undefined;
  close(): void;
};

/** No VAPID keys: pushes are disabled, because no contact is configured. */
export const NO_PUSH_KEYS: PushKeys = { current: () => undefined, find: () => undefined, close: () => undefined };

/**
 * Opens the file of VAPID keys at the start, creating it if necessary, and reads it again at an interval. When a later read fails, the
 * keys do not change.
 */
export function openPushKeys(file: string, log: Logger, clock = Date.now): PushKeys {
  let keys = makePushKeys(file, clock());
  function reloadKeys(): void {
    try {
      keys = parseKeys(readFileSync(file));
    } catch (error) {
      log.warn({ err: error }, 'failed to read the push keys');
    }
  }
  const timer = setInterval(reloadKeys, PUSH_KEYS_READ_EVERY_MS);
  timer.unref();
  const known = (publicKey: string) =>
    keys.find((key, at) => key.publicKey === publicKey && isAlive(keys, at, clock()));
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    current: () => keys.at(-1),
    find(publicKey) {
      const found = known(publicKey);
      if (found || clock() - readAt < 1_000) return found;
      readAt = clock();
      reloadKeys();
      return known(publicKey);
    },
    close: () => clearInterval(timer),
  };
}
