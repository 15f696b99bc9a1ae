/** A response that our server did not write: of a proxy, a captive portal, an edge that is being deployed, or another program. */
export type HostileAnswer = {
  readonly name: string;
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** A redirect was followed, for example to a login page. */
  readonly isRedirected?: boolean;
};

const PAGE = '<!doctype html><html><title>Sign in to the network</title><body>Please sign in</body></html>';
/** Our server's body for a status, with the reasons that end a session or refuse a change. */
const ours = (status: number) =>
  JSON.stringify(
    status === 200
      ? { result: 1, msg: '', data: {} }
      : { result: status, msg: status === 401 ? 'invalid token' : 'no' },
  );

/** A body by its form, for a status. */
const FORMS = {
  'an HTML page': (_status: number) => ({ type: 'text/html; charset=utf-8', body: PAGE }),
  'our body as HTML': (status: number) => ({ type: 'text/html', body: ours(status) }),
  'our body, cut short': (status: number) => ({ type: 'application/json', body: ours(status).slice(0, -1) }),
  'the JSON of another API': (status: number) => ({
    type: 'application/json',
    body: JSON.stringify({ error: 'unauthorized', status, msg: 'invalid token' }),
  }),
  'an empty body': (_status: number) => ({ type: 'application/json', body: '' }),
} as const;
const STATUSES = [200, 400, 401, 403, 404, 410, 429, 503] as const;

/** 40 responses by status and form, and some that only look like ours. */
export const HOSTILE_ANSWERS: readonly HostileAnswer[] = [
  ...STATUSES.flatMap((status) =>
    Object.entries(FORMS).map(([form, make]) => ({ name: `${status}, ${form}`, status, ...make(status) })),
  ),
  {
    name: '200, our refusal behind a proxy that changed the status',
    status: 200,
    type: 'application/json',
    body: ours(401),
  },
  {
    name: '401, a success behind a proxy that changed the status',
    status: 401,
    type: 'application/json',
    body: ours(200),
  },
  { name: '403, the refusal of another status', status: 403, type: 'application/json', body: ours(404) },
  { name: '401, a result without a text', status: 401, type: 'application/json', body: '{"result":401}' },
  {
    name: '200, our form after a redirect',
    status: 200,
    type: 'application/json',
    body: ours(200),
    isRedirected: true,
  },
  { name: '200, a list', status: 200, type: 'application/json', body: '[{"result":1,"data":{}}]' },
  { name: '200, null', status: 200, type: 'application/json', body: 'null' },
  { name: '200, text', status: 200, type: 'text/plain', body: 'OK' },
  { name: '511, a page that asks for a login', status: 511, type: 'text/html', body: PAGE },
  { name: '407, the page of a proxy', status: 407, type: 'text/html', body: PAGE },
];

/** The `Response` that fetch gives for it. Its clock is a day ahead, and it asks for an hour of patience. */
export function hostileResponse({ status, type, body, isRedirected = false }: HostileAnswer): Response {
  const headers = { 'content-type': type, date: 'Fri, 01 Jan 2100 00:00:00 GMT', 'retry-after': '3600' };
  const response = new Response(body, { status, headers });
  return Object.defineProperty(response, 'redirected', { value: isRedirected });
}
