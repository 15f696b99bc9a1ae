import {
  exactOptional,
  type GenericSchema,
  type InferOutput,
  literal,
  maxLength,
  minLength,
  minValue,
  number,
  object,
  picklist,
  pipe,
  safeParse,
  string,
} from 'valibot';
import { settings } from './account/settings.ts';
import { jid, uid } from './api/envelope.ts';
import { componentInfo } from './api/shapes.ts';
import { externalId } from './external-id.ts';
import type { MirroredKey } from './mirrored.ts';
import { shownText, typedText } from './typed-text.ts';

/** The rows that outlive the page if the browser has no database: session, owner, settings and device. */
const rows = {
  session: object({
    key: literal('session'),
    uid,
    jid,
    role: number(),
    vcToken: pipe(string(), maxLength(128)),
    nickName: shownText,
    services: componentInfo,
    status: picklist(['active', 'expired']),
  }),
  owner: object({ key: literal('owner'), uid }),
  settings: object({ key: literal('settings'), ...settings.entries }),
  device: object({
    key: literal('device'),
    openId: pipe(externalId, minLength(22)),
    webUuid: externalId,
    language: pipe(typedText, maxLength(35)),
    screenWidth: pipe(number(), minValue(0)),
    screenHeight: pipe(number(), minValue(0)),
    guest: exactOptional(uid),
  }),
} as const satisfies Record<MirroredKey, GenericSchema>;

type Row<K extends MirroredKey> = InferOutput<(typeof rows)[K]>;
/** A database row that is mirrored to local storage: session, owner, settings or device. */
export type MirroredRow = Row<MirroredKey>;

/** Parses a stored row. The text is untrusted: undefined if it is not such a row. */
export function readRow<K extends MirroredKey>(key: K, text: string | null | undefined): Row<K> | undefined {
  try {
    const parsed = safeParse(rows[key], JSON.parse(text ?? 'null'));
    return parsed.success ? (parsed.output as Row<K>) : undefined;
  } catch {
    return undefined;
  }
}

/** Serialises a row; the same row always gives the same text. A token that the server refused is not stored. */
export function writeRow(key: MirroredKey, row: unknown): string | null {
  const parsed = safeParse(rows[key], row);
  if (!parsed.success) return null;
  const mirrored: MirroredRow = parsed.output;
  return JSON.stringify(
    mirrored.key === 'session' && mirrored.status === 'expired' ? { ...mirrored, vcToken: '' } : mirrored,
  );
}
