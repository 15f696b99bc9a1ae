import { nanoid } from 'nanoid';
import { object, parse, string } from 'valibot';
import { HEADER_OPERATION } from '../../../contract/api/envelope.ts';
import { endpoints } from '../../../contract/endpoints.ts';
import { envelope } from '../envelope.ts';

const answer = object({ data: object({ userInfo: object({ vcToken: string() }) }) });

/** Signs in through the API and returns a token, for programs that are no browser. */
export async function loginByPassword(url: string, uid: number, passwd: string): Promise<string> {
  const response = await fetch(url + endpoints.userPwdLogin.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [HEADER_OPERATION]: nanoid() },
    body: JSON.stringify(envelope({ uid, passwd }, undefined, 'program')),
  });
  return parse(answer, await response.json()).data.userInfo.vcToken;
}
