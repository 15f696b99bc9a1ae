import xml, { type Element } from '@xmpp/xml';

/**
 * Live news about people (extension): a headline of the gate to each stream of an account, neither archived nor copied. `relations`: the
 * relation between the account and these users changed, in either direction. `profile`: their visible profile changed. It has no content,
 * because a client that was offline must fetch the state in any case.
 */
const PEOPLE_NS = 'urn:gemcall:people:1';
const KINDS = ['relations', 'profile'] as const;
type PeopleKind = (typeof KINDS)[number];
/** Live notification to an account: its relations to these users changed, or their profiles. The client then fetches the new state. */
export type PeopleNews = { readonly kind: PeopleKind; readonly uids: readonly number[] };

/** Writes the element of a live change of people, for the gate. */
export const writePeopleNews = ({ kind, uids }: PeopleNews): Element =>
  xml('people', { xmlns: PEOPLE_NS, kind }, uids.join(' '));

/** Reads a headline of the gate; undefined for every other stanza, including headlines of another sender. */
export function readPeopleNews(stanza: Element, gate: string): PeopleNews | undefined {
  const { type, from } = stanza.attrs;
  if (!stanza.is('message') || type !== 'headline' || from !== gate) return undefined;
  const people = stanza.getChild('people', PEOPLE_NS);
  const kind = KINDS.find((known) => known === people?.attrs['kind']);
  const words =
    people
      ?.text()
      .split(' ')
      .filter((word) => word !== '') ?? [];
  return kind && words.every((word) => UID.test(word)) ? { kind, uids: words.map(Number) } : undefined;
}

const UID = /^[1-9]\d{0,14}$/;
