import { HEADER_TOKEN } from '../../../contract/api/envelope.ts';
import { PASS_COOKIE } from '../../../contract/media/private.ts';
import { type GatewayName, otherPaths } from './other-paths.ts';
import { refusalResponses, refusalSchemas } from './refusals.ts';
import { type OperationFacts, rowPaths, rowSchemas } from './rows.ts';

/** Facts of this server on which its OpenAPI document depends. */
export type DocumentFacts = OperationFacts & { readonly gateway: GatewayName };

const SIGNATURE_HEADERS = { demo: 'gateway-signature', stripe: 'stripe-signature' } as const;

/**
 * Describes the public HTTP API as an OpenAPI 3.1 document, at the first request for it. Takes about 10 ms; the result is constant for
 * the life of the process.
 */
export function describeHttp(facts: DocumentFacts) {
  const { gateway } = facts;
  const paths = { ...rowPaths(facts), ...otherPaths(gateway) };
  const used = JSON.stringify(paths);
  const responses = Object.entries(refusalResponses).filter(([name]) => used.includes(`responses/${name}"`));
  const tags = Object.values(paths).flatMap((item) => Object.values(item).flatMap(tagsOf));
  return {
    openapi: '3.1.1',
    info: {
      title: 'gemcall',
      version: '1',
      description:
        'Every call of `/api` is a POST of one envelope, answered by another: `result` is 1, or the HTTP status of a refusal. ' +
        'Messages and calls travel over XMPP (`/xmpp-websocket`, RFC 7395), which is not described here.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(tags)].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...rowSchemas(), ...refusalSchemas },
      responses: Object.fromEntries(responses),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `vcToken` of a login.' },
        token: { type: 'apiKey', in: 'header', name: HEADER_TOKEN, description: 'The same `vcToken` again.' },
        mediaPass: { type: 'apiKey', in: 'cookie', name: PASS_COOKIE, description: 'Set by logins and `mediaPass`.' },
        ...(gateway !== 'off' && {
          [`${gateway}Signature`]: { type: 'apiKey', in: 'header', name: SIGNATURE_HEADERS[gateway] },
        }),
      },
    },
  };
}

const tagsOf = (operation: unknown): readonly string[] =>
  typeof operation === 'object' && operation !== null && 'tags' in operation ? (operation.tags as string[]) : [];
