import { localOfUid, uidOfLocal } from './ids.ts';

/** XMPP services of the server; each is a sub-domain of the XMPP domain (wire 2.1). */
export const SERVICES = ['hub', 'gift', 'official', 'gate'] as const;
/** Name of an XMPP service, and its sub-domain. */
export type Service = (typeof SERVICES)[number];

/** Returns the bare address of a user (RFC 7622): `u_9001@domain`. */
export const jidOfUid = (uid: number, domain: string) => `${localOfUid(uid)}@${domain}`;
/** Returns the address of an XMPP service: `hub.domain`. */
export const jidOfService = (service: Service, domain: string) => `${service}.${domain}`;

/** Removes the resource. A resource may contain '/' and '@', so the address is cut at the first slash. */
export function bareJid(jid: string): string {
  const slash = jid.indexOf('/');
  return slash < 0 ? jid : jid.slice(0, slash);
}

/** Returns the domain of an address, without local name and resource. */
export function domainOfJid(jid: string): string {
  const bare = bareJid(jid);
  return bare.slice(bare.indexOf('@') + 1);
}

/** Reads the uid: the part of the local name after the underscore (product 3.1). Undefined for services and foreign names. */
export function uidOfJid(jid: string): number | undefined {
  const at = jid.indexOf('@');
  return at < 0 ? undefined : uidOfLocal(jid.slice(0, at));
}

/** Reads the uid of a user of exactly this domain, else undefined: a look-alike local name of another domain is not trusted. */
export function uidOfDomainJid(jid: string, domain: string): number | undefined {
  return domainOfJid(jid) === domain ? uidOfJid(jid) : undefined;
}
