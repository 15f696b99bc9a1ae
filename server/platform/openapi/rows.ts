import { LOGINS_PER_MINUTE } from '../../../contract/account/rules.ts';
import { RESULT_OK } from '../../../contract/api/answer.ts';
import type { Endpoint } from '../../../contract/api/endpoint.ts';
import { HEADER_OPERATION, HEADER_REQUEST_ID } from '../../../contract/api/envelope.ts';
import { REQUEST_ID_LENGTH } from '../../../contract/api/rules.ts';
import { type EndpointName, endpoints } from '../../../contract/endpoints.ts';
import { EXTERNAL_ID } from '../../../contract/ids.ts';
import { perMinuteOf } from '../limits/people-limits.ts';
import { refusedRef } from './refusals.ts';
import { answeredSchemas, askedSchemas, type Schemas, schemaRef } from './schemas.ts';

/** Facts of the server about its endpoints, for their OpenAPI operations. */
export type OperationFacts = {
  /** Name of the domain that handles the endpoint. */
  readonly domainOf: (name: EndpointName) => string;
  readonly setsCookie: (name: EndpointName) => boolean;
};

const NAMES = Object.keys(endpoints) as EndpointName[];
const upper = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const inputName = (name: string) => `${upper(name)}Input`;
const outputName = (name: string) => `${upper(name)}Output`;

/** Title of an endpoint's operation: `changeRelation` becomes `Change relation`. */
const titleOf = (name: string) => upper(name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** OpenAPI schemas of input and output of all endpoints of `/api`. */
export function rowSchemas(): Schemas {
  const named = (nameOf: (name: string) => string, side: 'input' | 'output') =>
    Object.fromEntries(NAMES.map((name) => [nameOf(name), endpoints[name][side]]));
  return { ...askedSchemas(named(inputName, 'input')), ...answeredSchemas(named(outputName, 'output')) };
}

/** OpenAPI paths of all endpoints of `/api`: one per row of the endpoint table. */
export const rowPaths = (facts: OperationFacts) =>
  Object.fromEntries(NAMES.map((name) => [endpoints[name].path, { post: operationOf(name, endpoints[name], facts) }]));

const withToken = { bearer: [], token: [] };
const SECURITY = { public: [], user: [withToken], anyone: [{}, withToken] } as const satisfies Record<
  Endpoint['access'],
  unknown
>;

/** Subject that the rate limit of an endpoint counts, by its access. */
const COUNTED_OF = { public: 'address', user: 'account', anyone: 'account or address' } as const;

function operationOf(name: EndpointName, row: Endpoint, { domainOf, setsCookie }: OperationFacts) {
  const isNamed = row.effect === 'change';
  const isLogin = name === 'login' || name === 'userPwdLogin' || name === 'passkeyLogin';
  const perMinute = isLogin ? LOGINS_PER_MINUTE : perMinuteOf(name);
  const countedOf = isLogin ? 'address' : COUNTED_OF[row.access];
  const refused = [400, ...(row.access === 'user' ? [401] : []), 403, ...(isNamed ? [409] : []), 413, 415];
  return {
    operationId: name,
    tags: [domainOf(name)],
    summary: titleOf(name),
    description: wordsOf(row, perMinute, countedOf),
    security: SECURITY[row.access],
    parameters: [requestId, ...(isNamed ? [operationKey(row)] : [])],
    requestBody: { required: true, content: { 'application/json': { schema: requestOf(name, row) } } },
    responses: {
      200: {
        description: 'Done.',
        ...(setsCookie(name) && { headers: cookie }),
        content: { 'application/json': { schema: answerOf(name) } },
      },
      ...Object.fromEntries([...refused, 429, 500].map((status) => [status, refusedRef(status)])),
      default: { $ref: '#/components/responses/Refused' },
    },
    'x-rate-limit': { perMinute, of: isLogin ? 'address' : COUNTED_OF[row.access] },
    'x-effect': row.effect,
    'x-delivery': row.delivery,
  };
}

/** The envelope of every request (wire 1.1). Callers without a token send `userInfo: null`. */
function requestOf(name: EndpointName, { access }: Endpoint) {
  const user = schemaRef('UserInfo');
  return {
    type: 'object',
    properties: {
      deviceInfo: schemaRef('DeviceInfo'),
      clientInfo: schemaRef('ClientInfo'),
      userInfo: access === 'user' ? user : { anyOf: [user, { type: 'null' }] },
      data: schemaRef(inputName(name)),
    },
    required: ['deviceInfo', 'clientInfo', 'userInfo', 'data'],
  };
}

const answerOf = (name: EndpointName) => ({
  type: 'object',
  properties: { result: { const: RESULT_OK }, msg: { type: 'string' }, data: schemaRef(outputName(name)) },
  required: ['result', 'msg', 'data'],
});

const requestId = {
  name: HEADER_REQUEST_ID,
  in: 'header',
  description: 'Another one for each attempt; the log names it.',
  schema: { type: 'string', pattern: EXTERNAL_ID.source },
};
const operationKey = (row: Endpoint) => ({
  name: HEADER_OPERATION,
  in: 'header',
  required: true,
  description: 'Name of the operation, the same for each attempt: it takes effect once.',
  schema: {
    type: 'string',
    pattern: EXTERNAL_ID.source,
    ...('replay' in row && row.replay === 'sealed' && { minLength: REQUEST_ID_LENGTH }),
  },
});
const cookie = {
  'Set-Cookie': { description: 'The pass for media of messages.', schema: { type: 'string' } },
};

function wordsOf(row: Endpoint, perMinute: number, countedOf: string): string {
  const access = {
    public: 'Needs no token.',
    user: 'Needs a token that both headers and `userInfo` agree on.',
    anyone: 'Takes callers with and without a token.',
  }[row.access];
  const age = row.access === 'user' && row.adult !== false ? 'Refused (403 `age`) until the birth date is known.' : '';
  return [
    access,
    age,
    'replay' in row ? `May be sent again under its key; a replay is answered ${replayWords[row.replay]}.` : '',
    'once' in row ? 'Takes effect once under its key.' : '',
    `At most ${perMinute} a minute of one ${countedOf}.`,
  ]
    .filter((words) => words !== '')
    .join(' ');
}
const replayWords = {
  saved: 'as the first was',
  sealed: 'as the first was, for an hour',
  recomputed: 'with the current state',
};
