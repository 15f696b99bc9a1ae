import xml, { type Element } from '@xmpp/xml';
import type { RawClient } from '../../harness/raw-client.ts';
import { hasId } from '../messages.ts';

const ARCHIVE = 'urn:xmpp:mam:2';
const RSM = 'http://jabber.org/protocol/rsm';
let queries = 0;

export type Asked = {
  readonly set?: Readonly<Record<string, string>>;
  readonly fields?: Readonly<Record<string, string>>;
};

/** Queries one page of the client's own archive (XEP-0313). Returns the final IQ and the results with the same queryid. */
export async function ask(client: RawClient, { set = {}, fields }: Asked = {}) {
  queries += 1;
  const id = `query-${queries}`;
  const limits = Object.entries(set).map(([name, value]) => xml(name, {}, value));
  const form =
    fields &&
    Object.entries({ FORM_TYPE: ARCHIVE, ...fields }).map(([name, value]) =>
      xml('field', { var: name }, xml('value', {}, value)),
    );
  const query = xml(
    'query',
    { xmlns: ARCHIVE, queryid: id },
    xml('set', { xmlns: RSM }, ...limits),
    form && xml('x', { xmlns: 'jabber:x:data', type: 'submit' }, ...form),
  );
  client.send(xml('iq', { xmlns: 'jabber:client', type: 'set', id }, query));
  const iq = await client.take('the end of the page', hasId(id));
  const results = client.frames.flatMap((frame) => {
    const result = frame.getChild('result', ARCHIVE);
    return result?.attrs['queryid'] === id ? [{ result, from: frame.attrs['from'] }] : [];
  });
  return {
    iq,
    items: results.map(({ result, from }) => ({ id: result.attrs['id'] ?? '', from, ...contentOf(result) })),
  };
}

function contentOf(result: Element) {
  const forwarded = result.getChild('forwarded', 'urn:xmpp:forward:0');
  const message = forwarded?.getChild('message', 'jabber:client');
  if (!message) throw new Error(`No message in ${result}`);
  const stamp = forwarded?.getChild('delay', 'urn:xmpp:delay')?.attrs['stamp'];
  return { message, mid: message.attrs['id'] ?? '', body: message.getChildText('body') ?? '', stamp };
}

/** Returns whether the page completes the result set, and the archive ids of its first and last message (`fin`, XEP-0059). */
export function endOf(iq: Element) {
  const fin = iq.getChild('fin', ARCHIVE);
  const set = fin?.getChild('set', RSM);
  return {
    complete: fin?.attrs['complete'] === 'true',
    first: set?.getChildText('first') ?? '',
    last: set?.getChildText('last') ?? '',
  };
}

export const idsIn = (stanza: Element) =>
  stanza.getChildren('stanza-id', 'urn:xmpp:sid:0').map(({ attrs }) => [attrs['by'], attrs['id']]);
