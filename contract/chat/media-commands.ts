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

/** Kinds of messages that are made of files. */
export const MEDIA_KINDS = ['image', 'audio', 'video', 'short_video', 'image_with_gift'] as const;

/** A file of a message before it was sent. `w`, `h`, `ms`, `wave`: as this device measured them; the server's facts replace them. */
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
  /** Gems that opening it costs; 0: nothing. */
  price: whole(100_000),
  /** The gift that opens it; empty: none. */
  gift: pipe(string(), maxLength(24)),
});

/** Messages that are made of files. Their progress is in `app.uploads`, under the mid as batch. */
export const mediaMessageCommands = {
  /** Shows the message at once, and sends it when its files have arrived. Asking twice with the same stanza id sends one message. */
  sendMedia: command({ act: true, args: [tid, mediaDraft, stanzaId], value: object({ mid: string() }) }),
  /** Keeps a recording that was not sent, in place of an older one of the conversation. Sending it under its id sends it. */
  keepVoice: command({ args: [tid, madeItem], value: nothing }),
  /** Removes a message whose files are still on their way, and the files. */
  cancelMedia: command({ args: [mid], value: nothing }),
  /** Sends a refused file of a message again. */
  retryItem: command({ args: [mid, uploadId], value: nothing }),
  /** Removes one file of a message; with the last one the message. */
  dropItem: command({ args: [mid, uploadId], value: nothing }),
  /** The files were drawn from where they are now: this device needs its own copies no longer. */
  mediaShown: command({ args: [mid], value: nothing }),
  /** The voice was listened to. */
  playedVoice: command({ args: [mid], value: nothing }),
};
