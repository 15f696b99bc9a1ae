import xml, { type Element } from '@xmpp/xml';
import { MESSAGE_NS } from '../../contract/chat/message.ts';
import { DOMAIN } from '../harness/servers/xmpp-server.ts';

export type ChatFields = {
  readonly id: string;
  readonly to?: number | string;
  readonly body?: string;
  readonly attrs?: Record<string, string | number>;
  readonly extra?: Element[];
};

/** A chat message as a client writes it; `attrs` are those of the x element. */
export function chat({ id, to, body = 'hello', attrs = {}, extra = [] }: ChatFields): Element {
  return xml(
    'message',
    { xmlns: 'jabber:client', type: 'chat', id, to: typeof to === 'number' ? `u_${to}@${DOMAIN}` : to },
    xml('body', {}, body),
    xml('thread', {}, 'thread'),
    xml('x', { xmlns: MESSAGE_NS, type: 0, os: 'web', pkgName: 'test', nick: 'me', version: 1, ...attrs }),
    ...extra,
  );
}

export const hasId = (id: string) => (frame: Element) => frame.attrs['id'] === id;

/** `condition/type/reason` of a stanza error. */
export function errorOf(stanza: Element): string {
  const error = stanza.getChild('error');
  const refused = error?.getChild('refused');
  return `${error?.getChildElements()[0]?.name}/${error?.attrs['type']}/${refused?.attrs['reason']}`;
}
