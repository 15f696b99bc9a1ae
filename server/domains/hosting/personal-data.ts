import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type KeyFile, readOrCreateKey } from '../../platform/process/key-file.ts';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a value for storage (AES-256-GCM, a random IV); the account's uid is authenticated with it. */
export function sealFor(key: Buffer, uid: number, value: object): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(String(uid)));
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url');
}

/** Decrypts a stored value. Throws if it was changed, sealed for another account or by another key. */
export function openFor(key: Buffer, uid: number, sealed: string): unknown {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(String(uid)))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return JSON.parse(text.toString('utf8'));
}

/** The file of the key that encrypts legal names and tax details, so that a copy of the database alone does not reveal them. */
export const personalKeyFile = (dataDir: string): KeyFile<Buffer> => ({
  file: join(dataDir, 'personal-data.key'),
  create: () => randomBytes(KEY_BYTES),
  parse: (content) => {
    if (content.length !== KEY_BYTES) throw new Error('not a key');
    return content;
  },
  loss: 'the tax details of hosts cannot be read any more, and hosts have to enter them again',
});

/** Loads the key that encrypts legal names and tax details from the data folder, and creates it at first use. */
export const loadPersonalKey = (dataDir: string): Buffer => readOrCreateKey(personalKeyFile(dataDir));
