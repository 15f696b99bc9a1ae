import { type JsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { clientInfo, deviceInfo, userInfo } from '../../../contract/api/envelope.ts';
import { anchorItem, componentInfo } from '../../../contract/api/shapes.ts';
import { partAnswer, uploadAnswer } from '../../../contract/media/media.ts';
import { orderDetail, orderRecord, savedCard } from '../../../contract/payments/orders.ts';
import { pictureBlur } from '../../../contract/picture-blur.ts';
import { walletLine } from '../../../contract/wallet/records.ts';

/** OpenAPI schemas by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** Shapes with a name of their own, because several operations use them. */
const ASKED = { DeviceInfo: deviceInfo, ClientInfo: clientInfo, UserInfo: userInfo };
const ANSWERED = {
  AnchorItem: anchorItem,
  ComponentInfo: componentInfo,
  OrderDetail: orderDetail,
  OrderRecord: orderRecord,
  PartAnswer: partAnswer,
  PictureBlur: pictureBlur,
  SavedCard: savedCard,
  UploadAnswer: uploadAnswer,
  WalletLine: walletLine,
};

/** Reference to a named schema of the OpenAPI document. */
export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** OpenAPI schemas of what clients send, before normalization and defaults. Checks by code cannot be expressed and are omitted. */
export const askedSchemas = (rows: Readonly<Record<string, GenericSchema>>): Schemas =>
  convert({ ...ASKED, ...rows }, 'input');

/** OpenAPI schemas of what the server sends: fields with a default are always present. */
export const answeredSchemas = (rows: Readonly<Record<string, GenericSchema>>): Schemas =>
  convert({ ...ANSWERED, ...rows }, 'output');

function convert(definitions: Readonly<Record<string, GenericSchema>>, typeMode: 'input' | 'output'): Schemas {
  return toJsonSchemaDefs(definitions as Parameters<typeof toJsonSchemaDefs>[0], {
    target: 'draft-2020-12',
    typeMode,
    // Checks and transformations by code have no JSON Schema equivalent.
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => schemaRef(referenceId).$ref,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      typeMode === 'output' && hasEntries(valibotSchema)
        ? { ...jsonSchema, required: [...(jsonSchema.required ?? []), ...defaulted(valibotSchema.entries)] }
        : undefined,
  });
}

type Entries = Readonly<Record<string, { readonly type: string; readonly default?: unknown }>>;
const hasEntries = (schema: object): schema is { readonly entries: Entries } => 'entries' in schema;
const defaulted = (entries: Entries) =>
  Object.keys(entries).filter((key) => entries[key]?.type === 'optional' && entries[key].default !== undefined);
