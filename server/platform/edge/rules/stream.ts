import xml, { type Element } from '@xmpp/xml';
import { localOfUid, uidOfLocal } from '#contract/ids.ts';

const SASL_NS = 'urn:ietf:params:xml:ns:xmpp-sasl';
const FRAMING_NS = 'urn:ietf:params:xml:ns:xmpp-framing';
const SM_NS = 'urn:xmpp:sm:3';
const CSI_NS = 'urn:xmpp:csi:0';
/** The frame that closes a stream (RFC 7395, section 3.6), sent to client and XMPP server when the edge ends it. */
export const CLOSE_FRAME = `<close xmlns='${FRAMING_NS}'/>`;
/**
 * Writes a SASL failure to the client (RFC 6120, section 6.5). Clients give up after `not-authorized` and retry after
 * `temporary-auth-failure`.
 */
export const loginFailure = (condition: 'malformed-request' | 'not-authorized' | 'temporary-auth-failure') =>
  `<failure xmlns='${SASL_NS}'><${condition}/></failure>`;
/** Writes a stream error (RFC 6120, section 4.9.3), sent to the client before the edge ends its stream. */
export const streamError = (condition: string) =>
  `<stream:error xmlns:stream='http://etherx.jabber.org/streams'><${condition} xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error>`;
const COUNTER = /^\d{1,10}$/;

/**
 * Reads a client state (XEP-0352): whether the client is active; undefined for any other element. It is not forwarded to the XMPP server,
 * which would withhold headlines from an inactive client, and calls are signalled by headlines.
 */
export const readClientActivity = (element: Element): boolean | undefined =>
  element.is('active', CSI_NS) ? true : element.is('inactive', CSI_NS) ? false : undefined;

/**
 * Rewrites a client's stream-level element (RFC 7395, XEP-0198) from its known attributes, before it is forwarded; undefined for any
 * other or malformed element, and for an `<open/>` to another domain.
 */
export function rewriteStreamElement(element: Element, domain: string): Element | undefined {
  const { attrs } = element;
  switch (`${element.name} {${element.getNS() ?? ''}}`) {
    case `open {${FRAMING_NS}}`:
      return attrs['to'] === domain ? xml('open', { xmlns: FRAMING_NS, to: domain, version: '1.0' }) : undefined;
    case `close {${FRAMING_NS}}`:
      return xml('close', { xmlns: FRAMING_NS });
    case `enable {${SM_NS}}`:
      return xml('enable', {
        xmlns: SM_NS,
        resume: attrs['resume'] === 'true' || attrs['resume'] === '1' ? 'true' : undefined,
      });
    case `resume {${SM_NS}}`: {
      const { previd, h } = attrs;
      return previd && previd.length <= 128 && COUNTER.test(h ?? '')
        ? xml('resume', { xmlns: SM_NS, previd, h })
        : undefined;
    }
    case `r {${SM_NS}}`:
      return xml('r', { xmlns: SM_NS });
    case `a {${SM_NS}}`:
      return COUNTER.test(attrs['h'] ?? '') ? xml('a', { xmlns: SM_NS, h: attrs['h'] }) : undefined;
    default:
      return undefined;
  }
}

/** Account and session token (vcToken) of a client's SASL PLAIN login. */
export type PlainLogin = { readonly uid: number; readonly token: string };

/**
 * Reads a client's SASL PLAIN login (RFC 4616); undefined when malformed. Only the canonical spelling of a user and a printable ASCII
 * token are accepted: normalization (SASLprep) could turn another spelling into a token that the revocation check does not know.
 */
export function readPlainLogin(auth: Element): PlainLogin | undefined {
  if (!auth.is('auth', SASL_NS) || auth.attrs['mechanism'] !== 'PLAIN') return undefined;
  const [authorization, user, token, ...rest] = Buffer.from(auth.text().trim(), 'base64').toString('utf8').split('\0');
  const uid = uidOfLocal(user ?? '');
  if (authorization !== '' || uid === undefined || !token || rest.length > 0) return undefined;
  if (!/^[\x21-\x7e]{1,512}$/.test(token)) return undefined;
  return { uid, token };
}

/**
 * Writes the SASL PLAIN login of a client for the XMPP server, after the edge verified its token, with the signed pass in place of the
 * token.
 */
export const writeLogin = (uid: number, pass: string): string =>
  xml(
    'auth',
    { xmlns: SASL_NS, mechanism: 'PLAIN' },
    Buffer.from(`\0${localOfUid(uid)}\0${pass}`).toString('base64'),
  ).toString();
