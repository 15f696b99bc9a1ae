import { endpoints } from '../../../contract/endpoints.ts';

/** The part of a valibot schema by which its texts are found. */
export type Schema = {
  readonly type: string;
  readonly pipe?: readonly { readonly type: string; readonly requirement?: unknown }[];
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  /** Of the values of a record; its keys have a form of their own. */
  readonly value?: Schema;
  readonly items?: readonly Schema[];
  readonly wrapped?: Schema;
  readonly options?: readonly Schema[];
  readonly literal?: unknown;
};
export const asSchema = (schema: unknown) => schema as Schema;

/** Every field of free text in a schema, by its path. */
export function textsIn(schema: Schema, path: string): readonly (readonly [path: string, schema: Schema])[] {
  if (schema.entries) {
    return Object.entries(schema.entries).flatMap(([name, field]) => textsIn(field, `${path}.${name}`));
  }
  if (schema.type === 'tuple' || schema.type === 'strict_tuple')
    return (schema.items ?? []).flatMap((item, at) => textsIn(item, `${path}[${at}]`));
  if (schema.item) return textsIn(schema.item, `${path}[]`);
  if (schema.value) return textsIn(schema.value, `${path}{}`);
  if (schema.wrapped) return textsIn(schema.wrapped, path);
  if (schema.type === 'union' || schema.type === 'variant')
    return (schema.options ?? []).flatMap((option) => textsIn(asSchema(option), path));
  return schema.type === 'string' ? [[path, schema]] : [];
}

/** Every field of free text in the requests of the endpoints. */
export const requestTexts = Object.entries(endpoints).flatMap(([name, { input }]) => textsIn(asSchema(input), name));

/** Reason for a text that a user wrote. */
const WORDS = 'words of a user';
/** Texts of requests that are not ids, by the end of their path. */
export const NO_IDS: readonly [RegExp, string][] = [
  [/^body\.(deviceInfo|clientInfo)\./, 'facts of a device or build, which nothing is found or stored by'],
  [/^savePayoutAccount\.number$/, 'a bank account, which nothing is found by'],
  [/^saveTaxDetails\.(taxId|birthDate)$/, 'has a form of its own'],
  [/^(saveTaxDetails|startIdentity)\.name$/, WORDS],
  [/\.(jid|targetJid|targetJid\[\])$/, 'an address, compared or parsed as one'],
  [
    /\.(token|vcToken|ticket|credential|nonce|passwd|current|seal|code|fcmToken|digits|registration|assertion|passkey)$/,
    'a secret or what is signed',
  ],
  [/\.(cursor)$/, 'a place in a list, parsed by its list'],
  [
    /\.(bDay|country|lang|language|gender|avatarUrl|albums\[\]|videoUrl|thumbnail|url|textHash|zone|closedCountries\[\])$/,
    'has a form of its own',
  ],
  [/^(?!updateProfile\.).*\.email$/, 'an address, compared or parsed as one'],
  [/^\w+\.frame$/, 'a picture in base64, decoded by the server'],
  [/^report\.messages\[\]\.(body|x)$/, 'a message as it was stored'],
  [
    /(\.savedReplies\[\]|\.viewerNotes\{\}|\.(nickName|about|tel|email|address|note|holder|sourceText(\[\])?)|^findAnchors\.name)$/,
    WORDS,
  ],
  [/^attribution\.(tracker_token|tracker_name|network|campaign|adgroup|creative|click_label)$/, 'words of a campaign'],
  [/\.scene\.(source|root|step)$/, 'a name that the app chose'],
  [/^collected\.properties\{\}$/, 'a value of an event, which its own schema bounds'],
  [/^collected\.(#time|#account_id|#event_name)$/, 'has a form of its own'],
];

/** Every field of a request that takes what a user writes. */
export const writtenTexts = requestTexts.filter(([path]) => NO_IDS.find(([known]) => known.test(path))?.[1] === WORDS);
