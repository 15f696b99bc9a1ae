import { checksum, type EventItem } from '#contract/analytics/wire.ts';

/** Returns the Base64 of the text's UTF-8 bytes. */
function encode(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** Returns the body of a request that sends a batch of events to `SYNC_PATH`. */
export function syncForm(
  items: readonly EventItem[],
  to: { readonly appId: string; readonly build: string; readonly now: number },
): string {
  const data = encode(JSON.stringify({ data: items, '#app_id': to.appId, '#flush_time': to.now }));
  return String(new URLSearchParams({ data, ext: `crc=${checksum(data)}`, version: to.build }));
}

/** Returns the body of a request to `DEBUG_PATH`, which validates one event in debug mode. `dryRun`: the event is not stored. */
export function debugForm(
  item: EventItem,
  to: { readonly appId: string; readonly deviceId: string; readonly dryRun: boolean },
): string {
  const { appId: appid, deviceId, dryRun } = to;
  const form = new URLSearchParams({ data: encode(JSON.stringify(item)), source: 'client', deviceId, appid });
  if (dryRun) form.set('dryRun', '1');
  return String(form);
}
