import {
  array,
  integer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  number,
  object,
  picklist,
  pipe,
  string,
} from 'valibot';
import { command, messageText, nothing, pageFile, someId, stanzaId } from '../command.ts';
import { ALBUM_MAX_ITEMS } from './kind-rules.ts';

const [tid, mid, uploadId] = [someId, someId, someId];
const whole = (max: number) => pipe(number(), integer(), minValue(0), maxValue(max));

/** Message kinds that consist of uploaded files; a page sends them with `sendMedia`. */
export const MEDIA_KINDS = ['image', 'audio', 'video', 'short_video', 'image_with_gift'] as const;

/** Schema of a file of an unsent message. `w`, `h`, `ms`, `wave`: measured by this device; the server's facts replace them. */
const madeItem = object({
  uploadId,
  file: pageFile,
  w: whole(16_384),
  h: whole(16_384),
  ms: whole(86_400_000),
  wave: pipe(string(), maxLength(48)),
});

const mediaDraft = object({
  kind: picklist(MEDIA_KINDS),
  items: pipe(array(madeItem), minLength(1), maxLength(ALBUM_MAX_ITEMS)),
  body: messageText,
  /** Gems that unlocking the message costs; 0: free. */
  price: whole(100_000),
  /** Id of the gift that unlocks the message; empty: none. */
  gift: pipe(string(), maxLength(24)),
});

/** Commands of pages to the core for messages that consist of files. Their progress is in `app.uploads`, with the mid as batch. */
export const mediaMessageCommands = {
  /** Shows the message at once, and sends it when its files are uploaded. A repeated command with the same stanza id sends one message. */
  sendMedia: command({ act: true, args: [tid, mediaDraft, stanzaId], value: object({ mid: string() }) }),
  /** Stores an unsent recording, unless it was sent, and replaces an older one of the conversation. `sendMedia` with its id sends it. */
  keepVoice: command({ args: [tid, madeItem], value: nothing }),
  /** Deletes a message that still waits for the upload of its files, and the files. */
  cancelMedia: command({ args: [mid], value: nothing }),
  /** Uploads a file of a message again after its upload has failed (state `error`); `not-found` if it has not failed. */
  retryItem: command({ args: [mid, uploadId], value: nothing }),
  /** Removes one file of a message that waits for uploads; removing the last one removes the message. */
  dropItem: command({ args: [mid, uploadId], value: nothing }),
  /** Reports that the page has drawn the files of a sent message from the server: this device deletes its own copies of them. */
  mediaShown: command({ args: [mid], value: nothing }),
  /** Marks a voice message as played on this device. */
  playedVoice: command({ args: [mid], value: nothing }),
};
