import type { Element } from '@xmpp/xml';
import { type PlainLogin, readClientActivity, readPlainLogin, rewriteStreamElement } from '../rules/stream.ts';

/** The phase of a stream, by which logins, client states, resumes and stanzas of the client are accepted or end the stream. */
type Phase = 'new' | 'authenticating' | 'authenticated' | 'resuming' | 'binding' | 'bound';

/**
 * Action of the edge on an element of the client, by the stream's state: forward it, begin or refuse a login, or end the stream with this
 * stream error. `stanza`: the rules decide; `look`: the client reported that it became active or inactive (XEP-0352).
 */
export type Step =
  | { readonly do: 'forward'; readonly element: Element }
  | { readonly do: 'login'; readonly login: PlainLogin }
  | { readonly do: 'fail-login' }
  | { readonly do: 'stanza' }
  | { readonly do: 'look'; readonly active: boolean }
  | { readonly do: 'end'; readonly condition: string };

/** State changes that a frame of the XMPP server causes. */
type News = {
  readonly resumptionId?: string;
  readonly resumedId?: string;
  readonly authenticated?: true;
  /** `for now`: the token could not be checked. */
  readonly loginFailed?: 'wrong' | 'for now';
};

const end = (condition: string): Step => ({ do: 'end', condition });
const STANZAS = new Set(['message', 'iq', 'presence']);
/** XML namespace of stanzas between client and server (RFC 6120, section 4.8). */
export const CLIENT_NS = 'jabber:client';
const BIND_NS = 'urn:ietf:params:xml:ns:xmpp-bind';

/**
 * Creates the state machine of a client's stream, without sockets. It follows both directions: the server's replies decide what the
 * client may send.
 */
export function streamState(domain: string) {
  let phase: Phase = 'new';
  let resumes: string | undefined;

  function fromClient(element: Element): Step {
    if (element.getNS() === CLIENT_NS && STANZAS.has(element.name)) {
      if (phase === 'bound' || phase === 'binding') return { do: 'stanza' };
      if (phase !== 'authenticated' || !element.is('iq') || !element.getChild('bind', BIND_NS))
        return end('not-authorized');
      phase = 'binding';
      return { do: 'stanza' };
    }
    if (element.is('auth')) {
      if (phase !== 'new') return end('policy-violation');
      const login = readPlainLogin(element);
      if (!login) return { do: 'fail-login' };
      phase = 'authenticating';
      return { do: 'login', login };
    }
    const active = readClientActivity(element);
    if (active !== undefined) {
      return phase === 'new' || phase === 'authenticating' ? end('not-authorized') : { do: 'look', active };
    }
    const written = rewriteStreamElement(element, domain);
    if (!written) return end(element.is('open') ? 'host-unknown' : 'unsupported-stanza-type');
    if (written.name === 'resume') {
      if (phase !== 'authenticated') return end('policy-violation');
      phase = 'resuming';
      resumes = written.attrs['previd'];
    }
    return { do: 'forward', element: written };
  }

  /** Updates the state by a frame of the XMPP server. Most frames change nothing. */
  function fromServer(text: string): News {
    if (phase === 'authenticating') {
      if (text.startsWith('<success')) {
        phase = 'authenticated';
        return { authenticated: true };
      }
      if (text.startsWith('<failure')) {
        phase = 'new';
        return { loginFailed: text.includes('temporary-auth-failure') ? 'for now' : 'wrong' };
      }
    } else if (phase === 'resuming') {
      if (text.startsWith('<resumed')) {
        phase = 'bound';
        return resumes === undefined ? {} : { resumedId: resumes };
      }
      if (text.startsWith('<failed')) phase = 'authenticated';
    } else if (text.startsWith('<enabled')) {
      phase = 'bound';
      const id = /\sid=(?:'([^']*)'|"([^"]*)")/.exec(text);
      const value = id?.[1] ?? id?.[2];
      if (value !== undefined) return { resumptionId: value };
    }
    return {};
  }

  return { fromClient, fromServer };
}
