import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'valibot';
import { UPLOAD_PATH, uploadAnswer } from '../../contract/media/media.ts';

const DEMO = join(import.meta.dirname, '..');
const VOICES = 4;

/**
 * Kind of file that a host sends in messages: a picture of its public album, a voice recording, or a picture that no profile shows (to be
 * sold locked).
 */
export type OwnFile = 'album' | 'voice' | 'message';
/** Files that one host has uploaded in this run. */
export type OwnMedia = {
  /** URL of a file of this host, uploaded at first use. */
  urlOf(file: OwnFile): Promise<string>;
  /** Forgets all uploads, when the server reports that one is gone; they are uploaded again. */
  forget(): void;
};
type OwnMediaOptions = {
  /** WebSocket URL of the edge; uploads go to the same origin. */
  readonly url: string;
  readonly uid: number;
  token(): Promise<string>;
};

/** Source file of each kind. `message` is a picture that no profile shows. */
const FILES: Readonly<Record<OwnFile, (uid: number) => string>> = {
  album: (uid) => `media/${uid}-3.webp`,
  message: (uid) => `media/${uid}-4.webp`,
  voice: (uid) => `call-clip/voice-${1 + (uid % VOICES)}.ogg`,
};

/** Creates the upload cache of one host. Files go through `POST /upload` with its own token, like those of any user. */
export function openOwnMedia({ url, uid, token }: OwnMediaOptions): OwnMedia {
  const address = new URL(UPLOAD_PATH, url.replace(/^ws/, 'http'));
  const urls = new Map<OwnFile, Promise<string>>();

  async function upload(file: string): Promise<string> {
    const form = new FormData();
    form.append('token', await token());
    // A hash of the path, not of the content: the server takes another upload with the same name for the same file.
    const name = createHash('sha256').update(file).digest('hex').slice(0, 32);
    form.append('filename', `${name}${file.slice(file.lastIndexOf('.'))}`);
    form.append('purpose', 'chat');
    form.append('file', new Blob([await readFile(join(DEMO, file))]), 'file');
    const response = await fetch(address, { method: 'POST', body: form });
    return parse(uploadAnswer, await response.json()).url;
  }

  return {
    urlOf(file) {
      const known = urls.get(file) ?? upload(FILES[file](uid));
      urls.set(file, known);
      known.catch(() => urls.delete(file));
      return known;
    },
    forget: () => urls.clear(),
  };
}
