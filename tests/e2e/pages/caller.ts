import * as v from 'valibot';
import type { ClientInput } from '../../../contract/api/endpoint.ts';
import { type EndpointName, type Endpoints, endpoints } from '../../../contract/endpoints.ts';
import type { User } from '../../harness/api.ts';
import type { Product } from '../../harness/browser/product.ts';
import { envelope } from '../../harness/envelope.ts';
import { DEMO_PASSWORD } from '../base.ts';

const loggedIn = v.object({ data: v.object({ userInfo: v.custom<User>((info) => typeof info === 'object') }) });
const answer = v.object({ result: v.number(), msg: v.string() });

/** Signs in a demo user and returns a function that calls the HTTP API for them, without a browser. */
export async function callerOf(product: Product, uid: number) {
  async function post(path: string, body: object, token?: string): Promise<unknown> {
    const tokens = token === undefined ? {} : { authorization: `Bearer ${token}`, 'x-token': token };
    const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), ...tokens };
    const response = await fetch(`${product.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  }
  const device = `caller-${uid}`;
  const login = await post(endpoints.userPwdLogin.path, envelope({ uid, passwd: DEMO_PASSWORD }, undefined, device));
  const { userInfo } = v.parse(loggedIn, login).data;
  return async <K extends EndpointName>(
    name: K,
    data: ClientInput<Endpoints[K]>,
  ): Promise<v.InferOutput<typeof answer>> =>
    v.parse(answer, await post(endpoints[name].path, envelope(data, userInfo, device), userInfo.vcToken));
}
