import type { PersonRow } from '#db/schema.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** By any part of the name, accents aside, or by the beginning of the uid. */
export function findPeople(people: readonly PersonRow[], words: string): readonly PersonRow[] {
  const wanted = plain(words.trim());
  if (wanted === '') return people;
  return people.filter(({ nickName, uid }) => plain(nickName).includes(wanted) || `${uid}`.startsWith(wanted));
}
