import { OFFICIAL_UID, ROLE_ANCHOR, ROLE_OFFICIAL, ROLE_USER } from '../../contract/account/rules.ts';
import { aboutOf } from './abouts.ts';

/** Account and profile fields of a demo account; `seedDemo` inserts them. */
export type DemoPerson = {
  readonly uid: number;
  readonly role: number;
  readonly nickName: string;
  readonly gender: '' | 'female' | 'male' | 'other';
  readonly bDay: string;
  readonly country: string;
  readonly lang: string;
  readonly about: string;
};
/** A demo account of a host: `DemoPerson` with its price and list ranking. */
export type DemoAnchor = DemoPerson & {
  /** Price per started minute, in gems. */
  readonly price: number;
  /** Member of the silver club. */
  readonly isSilver: boolean;
  /** Recent minutes of paid calls, by which lists rank hosts. */
  readonly paidMinutesRecent: number;
  /** Days between joining and the seeding. */
  readonly daysHere: number;
};

const FIRST_ANCHOR = 9001;

/** Names and languages of the demo hosts, five per country. */
const HOSTS = [
  { country: 'IN', lang: 'hi', names: ['Asha', 'Kavya', 'Meera', 'Nisha', 'Riya'] },
  { country: 'US', lang: 'en', names: ['Amber', 'Chloe', 'Grace', 'Ruby', 'Zoe'] },
  { country: 'EG', lang: 'ar', names: ['Amira', 'Dalia', 'Layla', 'Nour', 'Salma'] },
  { country: 'TR', lang: 'tr', names: ['Aylin', 'Defne', 'Elif', 'Selin', 'Zeynep'] },
  { country: 'FR', lang: 'fr', names: ['Adele', 'Camille', 'Elise', 'Jeanne', 'Manon'] },
  { country: 'MX', lang: 'es', names: ['Alma', 'Carmen', 'Ines', 'Lucia', 'Paloma'] },
  { country: 'BR', lang: 'pt', names: ['Beatriz', 'Clara', 'Helena', 'Livia', 'Marina'] },
  { country: 'DE', lang: 'de', names: ['Emilia', 'Frieda', 'Greta', 'Lotte', 'Mila'] },
] as const;

function demoAnchor(index: number): DemoAnchor {
  const host = HOSTS[index % HOSTS.length] ?? HOSTS[0];
  const turn = Math.floor(index / HOSTS.length);
  const two = (number: number) => String(number).padStart(2, '0');
  return {
    uid: FIRST_ANCHOR + index,
    role: ROLE_ANCHOR,
    nickName: `${host.names[turn % host.names.length] ?? host.names[0]} (demo)`,
    gender: 'female',
    bDay: `${1985 + ((index * 7) % 20)}-${two(1 + (index % 12))}-${two(1 + ((index * 5) % 28))}`,
    country: host.country,
    lang: host.lang,
    about: aboutOf(host.lang, turn),
    price: 20 + ((index * 30) % 110),
    // Two per round of countries, and in the next round two other countries.
    isSilver: (index + turn) % 4 === 0,
    // Skewed: a few hosts have most of the paid minutes.
    paidMinutesRecent: Math.round(900 / (1 + ((index * 11) % 40))),
    daysHere: (index * 17) % 53,
  };
}

const person = { gender: '', bDay: '', country: '', lang: '', about: '' } as const;

/** The three demo accounts of viewers; `seedDemo` adds each with `DEMO_USER_GEMS`. */
export const DEMO_USERS: readonly DemoPerson[] = [
  { ...person, uid: 100001, role: ROLE_USER, nickName: 'Sam (demo)' },
  // Above the threshold of product 2.3: an even and an odd uid get different match screens.
  { ...person, uid: 264457002, role: ROLE_USER, nickName: 'Eve (demo)' },
  { ...person, uid: 264457003, role: ROLE_USER, nickName: 'Odin (demo)' },
];
/** The 40 demo accounts of hosts, uids 9001 to 9040; the first `DEMO_HOSTS_RUN` of them are online as simulated hosts. */
export const DEMO_ANCHORS: readonly DemoAnchor[] = Array.from({ length: 40 }, (_, index) => demoAnchor(index));
/** The team account, which sends official messages. It has no password, so nothing can sign in to it. */
export const DEMO_OFFICIAL: DemoPerson = { ...person, uid: OFFICIAL_UID, role: ROLE_OFFICIAL, nickName: 'gemcall' };
