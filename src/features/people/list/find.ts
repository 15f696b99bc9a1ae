import type { PersonRow } from '#db/schema.ts';

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Searches the list of users to write to: by any part of the name, ignoring case and diacritics, or by the beginning of the uid. */
export function findPeople(people: readonly PersonRow[], words: string): readonly PersonRow[] {
  const wanted = plain(words.trim());
  if (wanted === '') return people;
  return people.filter(({ nickName, uid }) => plain(nickName).includes(wanted) || `${uid}`.startsWith(wanted));
}
