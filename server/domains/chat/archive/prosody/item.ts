import { Element } from '@xmpp/xml';
import { OFFICIAL_UID } from '../../../../../contract/account/rules.ts';
import { readEnvelope, readMark } from '../../../../../contract/chat/message.ts';
import { bareJid, jidOfService, uidOfDomainJid } from '../../../../../contract/jid.ts';
import { xmlText } from '../../../../../contract/xml/characters.ts';
import { formerId } from '../page.ts';
import type { ArchiveCopy } from '../write.ts';
import { type LuaTable, type LuaValue, readLuaTable } from './lua.ts';

/**
 * Result of reading an item of a Prosody archive file. `unfit`: a complete item of a kind that the archive does not store, such as a
 * refusal; it is skipped.
 */
export type ReadItem = { readonly copy: ArchiveCopy } | 'unfit' | 'unreadable';

/**
 * Parses one item of a Prosody archive file for the import, as Prosody's internal storage writes it (mod_storage_internal, util.stanza
 * preserialize).
 */
export function readItem(text: string, owner: number, domain: string): ReadItem {
  const table = readLuaTable(text);
  const message = table && elementOf(table);
  const { key, when } = table?.named ?? {};
  if (!message || typeof key !== 'string' || typeof when !== 'number') return 'unreadable';
  const { type, id, from = '', to = '' } = message.attrs;
  if (!message.is('message') || type !== 'chat') return 'unfit';
  const envelope = readEnvelope(message);
  if (!id || (!envelope && !readMark(message))) return 'unfit';
  const isOut = uidOfDomainJid(from, domain) === owner;
  if (!isOut && uidOfDomainJid(to, domain) !== owner) return 'unfit';
  const peer = accountOf(isOut ? to : from, domain);
  if (peer === undefined || peer === owner) return 'unfit';
  message.attrs = { xmlns: 'jabber:client', type, id, from: bareJid(from), to: bareJid(to) };
  const text_ = message.toString().replace(/<\/message>$/, `${formerId(key)}</message>`);
  return { copy: { owner, peer, out: isOut, mid: id, at: envelope?.at ?? Math.round(when * 1_000), stanza: text_ } };
}

const accountOf = (jid: string, domain: string) =>
  bareJid(jid) === jidOfService('official', domain) ? OFFICIAL_UID : uidOfDomainJid(jid, domain);

function elementOf({ list, named }: LuaTable): Element | undefined {
  const { name, attr } = named;
  if (typeof name !== 'string' || !/^[\w.-]+$/.test(name) || typeof attr !== 'object') return undefined;
  const element = new Element(name, attributesOf(attr));
  for (const child of list) {
    const part: Element | string | undefined = typeof child === 'object' ? elementOf(child) : textOf(child);
    if (part === undefined) return undefined;
    element.append(part);
  }
  return element;
}

const textOf = (value: LuaValue) => (typeof value === 'string' ? xmlText(value) : undefined);

/** Attributes with a namespace prefix, such as `xml:lang`, are ignored. */
const attributesOf = ({ named }: LuaTable): Record<string, string> =>
  Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      /^[A-Za-z_][\w.-]*$/.test(name) && typeof value === 'string' ? [[name, xmlText(value)]] : [],
    ),
  );
