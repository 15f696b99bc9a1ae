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

/** A file of an unsent message. `w`, `h`, `ms`, `wave`: measured by this device; the server's facts replace them. */
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
  /** Shows the message at once, and sends it when its files are uploaded. A repeated call with the same stanza id sends one message. */
  sendMedia: command({ act: true, args: [tid, mediaDraft, stanzaId], value: object({ mid: string() }) }),
  /** Stores an unsent recording and replaces an older one of the conversation. `sendMedia` with its id sends it. */
  keepVoice: command({ args: [tid, madeItem], value: nothing }),
  /** Cancels a message whose files are still uploading, and deletes the files. */
  cancelMedia: command({ args: [mid], value: nothing }),
  /** Uploads a file of a message again after its upload has failed (state `error`); `not-found` if it has not failed. */
  retryItem: command({ args: [mid, uploadId], value: nothing }),
  /** Removes one file of a message; removing the last one removes the message. */
  dropItem: command({ args: [mid, uploadId], value: nothing }),
  /** The page drew the files from the server: this device deletes its own copies. */
  mediaShown: command({ args: [mid], value: nothing }),
  /** Marks the voice message as played. */
  playedVoice: command({ args: [mid], value: nothing }),
};
