import { COLLECTED_MAX_BYTES, COLLECTED_PER_MINUTE } from '../../../contract/analytics/rules.ts';
import { DEBUG_PATH, FORM_TYPE, SYNC_PATH } from '../../../contract/analytics/wire.ts';
import { PREFLIGHT_MAX_BYTES, PREFLIGHT_PATH, PREFLIGHTS_PER_MINUTE } from '../../../contract/calls/rules.ts';
import { SHARE_PATH } from '../../../contract/chat/share.ts';
import { MEDIA_PURPOSES, PICTURE_WIDTHS_PX, UPLOAD_NAME, UPLOAD_PATH } from '../../../contract/media/media.ts';
import { PRIVATE_MEDIA_PATH } from '../../../contract/media/private.ts';
import { PARTS_PER_MINUTE, UPLOADS_PER_MINUTE } from '../../../contract/media/rules.ts';
import { WEBHOOKS_PER_MINUTE } from '../../../contract/payments/rules.ts';
import { refusedRef } from './refusals.ts';
import { schemaRef } from './schemas.ts';

type Json = Readonly<Record<string, unknown>>;
/** Payment gateway whose webhooks the OpenAPI document describes; `off`: none. */
export type GatewayName = 'demo' | 'stripe' | 'off';

/** OpenAPI descriptions of the HTTP paths that are not endpoints of `/api`: uploads, media, payment webhook, analytics, health and more. */
export const otherPaths = (gateway: GatewayName): Readonly<Record<string, Json>> => ({
  [UPLOAD_PATH]: { post: upload },
  '/media/{id}': { get: media('media', false) },
  '/media/{id}/img{width}': { get: media('sizedMedia', true) },
  [`${PRIVATE_MEDIA_PATH}/{id}`]: { get: privateMedia('privateMedia', false) },
  [`${PRIVATE_MEDIA_PATH}/{id}/img{width}`]: { get: privateMedia('sizedPrivateMedia', true) },
  ...(gateway !== 'off' && { [`/webhook/${gateway}`]: { post: webhook(gateway) } }),
  [SYNC_PATH]: { post: measure },
  [DEBUG_PATH]: { post: measureDebug },
  [PREFLIGHT_PATH]: { post: uplinkTest },
  '/healthz': { get: health },
  '/readyz': { get: ready },
  [SHARE_PATH]: { post: share },
  '/openapi.json': { get: description },
});

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const refused = (...statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, refusedRef(status)]));
const text = (more: Json = {}) => ({ type: 'string', ...more });
const digits = text({ pattern: '^\\d{1,9}$' });

const upload = {
  operationId: 'upload',
  tags: ['media'],
  summary: 'Upload a picture, clip or sound',
  description:
    'Fields in this order. A form with `offset` and `size` is one part of a file, one without `file` asks how far it has come (wire 1.4). ' +
    'The token may come as a bearer instead of the field.',
  security: [{}, { bearer: [] }],
  requestBody: {
    required: true,
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: {
            token: text({ pattern: '^[\\w-]{1,128}$' }),
            filename: text({ pattern: UPLOAD_NAME.source, description: 'The same for each attempt.' }),
            purpose: text({ enum: MEDIA_PURPOSES, default: 'profile' }),
            offset: digits,
            size: digits,
            file: text({ contentMediaType: 'application/octet-stream' }),
          },
          required: ['filename'],
        },
      },
    },
  },
  responses: {
    200: {
      description: 'The stored file, or how much of it is here.',
      ...json({ anyOf: [schemaRef('UploadAnswer'), schemaRef('PartAnswer')] }),
    },
    ...refused(400, 401, 403, 413, 415, 422, 429, 500, 503, 507),
  },
  'x-rate-limit': { perMinute: UPLOADS_PER_MINUTE, furtherPartsPerMinute: PARTS_PER_MINUTE, of: 'account' },
};

const mediaId = { name: 'id', in: 'path', required: true, schema: text({ pattern: '^[0-9a-f]{32}$' }) };
const width = {
  name: 'width',
  in: 'path',
  required: true,
  description: 'Pixels.',
  schema: { type: 'integer', enum: PICTURE_WIDTHS_PX },
};
const range = { name: 'Range', in: 'header', schema: text(), example: 'bytes=0-65535' };
const bytes = (types: readonly string[]) => ({
  content: Object.fromEntries(types.map((type) => [type, { schema: {} }])),
});

/** Types of a resized picture: the server sends the first one that `Accept` names, otherwise JPEG. */
const PICTURES = ['image/avif', 'image/webp', 'image/jpeg'];

const file = (types: readonly string[], isSized: boolean) => ({
  tags: ['media'],
  parameters: [mediaId, ...(isSized ? [width] : []), range],
  responses: {
    200: { description: 'The file.', ...bytes(types) },
    206: { description: 'The range of it that was asked for.', ...bytes(types) },
    304: { description: 'The copy of the caller is still good.' },
    404: refusedRef(404),
    416: { description: 'There is no such range.', ...json(schemaRef('Refusal')) },
    503: refusedRef(503),
  },
});

const media = (operationId: string, isSized: boolean) => ({
  operationId,
  summary: isSized ? 'Picture of a profile, at a width' : 'Picture or clip of a profile',
  security: [],
  ...file(isSized ? PICTURES : ['image/webp', 'video/mp4'], isSized),
});

function privateMedia(operationId: string, isSized: boolean) {
  const { responses, ...rest } = file(isSized ? PICTURES : ['image/webp', 'video/mp4', 'audio/mp4'], isSized);
  return {
    operationId,
    summary: isSized
      ? 'Picture of a message, or poster of its clip, at a width'
      : 'Picture, clip or sound of a message',
    security: [{ mediaPass: [] }],
    ...rest,
    responses: { ...responses, 410: refusedRef(410) },
  };
}

const webhook = (gateway: string) => ({
  operationId: 'paymentWebhook',
  tags: ['payments'],
  summary: 'Something happened at the payment gateway',
  description:
    'Signed by the gateway. It makes the server ask the gateway, and nothing that it says is believed. ' +
    `At most ${WEBHOOKS_PER_MINUTE} a minute of one address.`,
  security: [{ [`${gateway}Signature`]: [] }],
  requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
  responses: {
    200: { description: 'Taken, also when it came before.', ...json({ type: 'object' }) },
    ...refused(400, 413, 429, 500),
  },
  'x-rate-limit': { perMinute: WEBHOOKS_PER_MINUTE, of: 'address' },
});

const form = (properties: Json, required: readonly string[]) => ({
  required: true,
  description: `At most ${COLLECTED_MAX_BYTES} bytes.`,
  content: { [FORM_TYPE]: { schema: { type: 'object', properties, required } } },
});
const base64 = text({ contentEncoding: 'base64', contentMediaType: 'application/json' });
const collected = {
  'x-rate-limit': { perMinute: COLLECTED_PER_MINUTE, of: 'address' },
  security: [],
  tags: ['measure'],
};

const measure = {
  ...collected,
  operationId: 'collectEvents',
  summary: 'Take measured events',
  description: 'One bad event makes all of them bad (wire 1.6).',
  requestBody: form({ data: base64, ext: text({ pattern: '^crc=-?\\d{1,10}$' }), version: text() }, ['data', 'ext']),
  responses: {
    200: { description: 'Kept.', ...json({ type: 'object', properties: { code: { const: 0 } }, required: ['code'] }) },
    ...refused(400, 403, 413, 415, 429, 500),
  },
};

const measureDebug = {
  ...collected,
  operationId: 'tryEvent',
  summary: 'Say whether one event is good',
  description: 'Keeps it unless `dryRun` is 1.',
  requestBody: form(
    { data: base64, source: { const: 'client' }, appid: text(), deviceId: text(), dryRun: text({ enum: ['0', '1'] }) },
    ['data', 'source', 'appid'],
  ),
  responses: {
    200: {
      description: '`errorLevel` is 0 for a good event.',
      ...json({
        type: 'object',
        properties: { errorLevel: { enum: [0, 2] }, errorReasons: { type: 'array', items: text() } },
        required: ['errorLevel'],
      }),
    },
    ...refused(403, 413, 415, 429, 500),
  },
};

const uplinkTest = {
  operationId: 'uplinkTest',
  tags: ['calls'],
  summary: 'Measure the upload speed before a call',
  description: `At most ${PREFLIGHT_MAX_BYTES} bytes, which are not kept.`,
  security: [],
  requestBody: { required: true, content: { 'application/octet-stream': { schema: {} } } },
  responses: { 204: { description: 'Received.' }, ...refused(403, 413, 415, 429, 500) },
  'x-rate-limit': { perMinute: PREFLIGHTS_PER_MINUTE, of: 'address' },
};

const status = (word: string) =>
  json({ type: 'object', properties: { status: { const: word } }, required: ['status'] });
const health = {
  operationId: 'health',
  tags: ['server'],
  summary: 'Whether the server and its database answer',
  security: [],
  responses: {
    200: { description: 'Both do.', ...status('ok') },
    503: { description: 'The database does not.', ...status('database unreachable') },
  },
};

const ready = {
  operationId: 'ready',
  tags: ['server'],
  summary: 'Whether requests and streams should be sent to this process',
  security: [],
  responses: {
    200: { description: 'They should.', ...status('ready') },
    503: {
      description: 'They should not: what is missing, in words for an operator.',
      ...json({
        type: 'object',
        properties: { status: { const: 'not ready' }, missing: { type: 'array', items: text() } },
        required: ['status', 'missing'],
      }),
    },
  },
};

const share = {
  operationId: 'share',
  tags: ['chat'],
  summary: 'What another app shares, where no service worker takes it',
  description: 'Leads into the app without reading the form.',
  security: [],
  responses: { 303: { description: 'The list of conversations.' } },
};

const description = {
  operationId: 'openapi',
  tags: ['server'],
  summary: 'This description',
  security: [],
  responses: {
    200: { description: 'OpenAPI 3.1.', ...json({ type: 'object' }) },
    304: { description: 'The copy of the caller is still good.' },
  },
};
