import type { mediaMessageCommands } from '#contract/chat/media-commands.ts';
import type { Payload } from '#contract/chat/payload.ts';
import type { CommandsOf } from '#contract/command.ts';
import { addressOfUpload, uploadIn } from '#contract/media/upload-address.ts';
import type { UploadRow } from '../db/schema.ts';

/** A media message as the page passes it to `sendMedia`. */
export type MediaDraft = Parameters<CommandsOf<typeof mediaMessageCommands>['sendMedia']>[1];
type MadeItem = MediaDraft['items'][number];
type MediaPayload = Extract<
  Payload,
  { readonly kind: 'image' | 'audio' | 'video' | 'short_video' | 'image_with_gift' }
>;
/** The server's facts about an uploaded file, with its URLs. */
export type Facts = Required<Pick<UploadRow, 'facts'>> & Pick<UploadRow, 'url' | 'thumbUrl'>;

const pictureOf = ({ uploadId, w, h }: MadeItem) => ({ url: addressOfUpload(uploadId), thumb: '', w, h, blur: '' });
const payFor = (price: number, lockId: string) =>
  price > 0 ? { payNeed: true, payPrice: price, lockId } : { payNeed: false, payPrice: 0, lockId: '' };

/**
 * Returns the payload shown until the uploads have arrived, with the facts measured on this device; undefined without a file, and for
 * several files of a kind other than `image`. `lockId`: id of a paid message's lock.
 */
export function madePayload({ kind, items, body, price, gift }: MediaDraft, lockId: string): MediaPayload | undefined {
  const [item] = items;
  if (!item || (kind !== 'image' && items.length > 1)) return undefined;
  const clip = { url: addressOfUpload(item.uploadId), thumbUrl: '', w: item.w, h: item.h, ms: item.ms, blur: '', body };
  switch (kind) {
    case 'image':
      return { kind, items: items.map(pictureOf), body, ...payFor(price, lockId) };
    case 'image_with_gift':
      return { kind, items: items.map(pictureOf), lockId, giftId: gift, giftPrice: 0 };
    case 'audio':
      return { kind, url: addressOfUpload(item.uploadId), ms: item.ms, wave: item.wave, played: true };
    case 'video':
      return { kind, ...clip };
    case 'short_video':
      return { kind, ...clip, ...payFor(price, lockId) };
  }
}

/** Returns whether the message consists of files. */
export const isMedia = (payload: Payload | undefined): payload is MediaPayload =>
  payload !== undefined && ['image', 'audio', 'video', 'short_video', 'image_with_gift'].includes(payload.kind);

/** Returns the ids of the uploads that a message still references. */
export function uploadsIn(payload: MediaPayload): readonly string[] {
  const urls = 'items' in payload ? payload.items.map(({ url }) => url) : [payload.url];
  return urls.flatMap((url) => uploadIn(url) ?? []);
}

/** Returns the kind of file that a kind of message consists of. */
export const fileKindOf = ({ kind }: MediaPayload): Facts['facts']['kind'] => {
  if (kind === 'audio') return 'sound';
  return kind === 'video' || kind === 'short_video' ? 'clip' : 'picture';
};

const thumbOf = ({ url, thumbUrl }: Facts) => thumbUrl || url;

/** Returns the payload with the server's URLs and facts in place of the uploads; undefined while an upload is missing. */
export function serverPayload(
  payload: MediaPayload,
  factsOf: (id: string) => Facts | undefined,
): MediaPayload | undefined {
  const found = (url: string) => {
    const id = uploadIn(url);
    return id === undefined ? undefined : factsOf(id);
  };
  if ('items' in payload) {
    const items = payload.items.map((item) => {
      const facts = found(item.url);
      if (!facts) return uploadIn(item.url) === undefined ? item : undefined;
      const { width: w, height: h, blur } = facts.facts;
      return { url: facts.url, thumb: thumbOf(facts), w, h, blur };
    });
    const whole = items.filter((item) => item !== undefined);
    return whole.length === items.length ? { ...payload, items: whole } : undefined;
  }
  const facts = found(payload.url);
  if (!facts) return uploadIn(payload.url) === undefined ? payload : undefined;
  const { url, facts: measured } = facts;
  const ms = measured.ms ?? payload.ms;
  if (payload.kind === 'audio') return { ...payload, url, ms, wave: measured.wave ?? payload.wave };
  const { width: w, height: h, blur } = measured;
  return { ...payload, url, thumbUrl: thumbOf(facts), w, h, ms, blur };
}

/** Returns an album without the picture of an upload; undefined when no picture would be left, and for a message that is no album. */
export function withoutItem(payload: MediaPayload, id: string): MediaPayload | undefined {
  if (!('items' in payload)) return undefined;
  const items = payload.items.filter(({ url }) => uploadIn(url) !== id);
  return items.length > 0 ? { ...payload, items } : undefined;
}

/** Returns whether the media is locked until it is paid in gems (`price`) or with a gift (`image_with_gift`). Only hosts may send it. */
export const asksForPay = ({ kind, price }: MediaDraft) => price > 0 || kind === 'image_with_gift';

/** Returns whether the draft has a price although its kind cannot be sold for gems. */
export const hasForbiddenPrice = ({ kind, price }: MediaDraft) =>
  price > 0 && kind !== 'image' && kind !== 'short_video';
