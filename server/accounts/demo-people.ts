import { OFFICIAL_UID, ROLE_ANCHOR, ROLE_OFFICIAL, ROLE_USER } from '../../contract/rules.ts';

export type DemoPerson = {
  readonly uid: number;
  readonly role: number;
  readonly nickName: string;
  readonly gender: '' | 'female' | 'male' | 'other';
  readonly bDay: string;
  readonly country: string;
  readonly lang: string;
  readonly about: string;
  /** Gems per started minute; only anchors have one. */
  readonly price?: number;
};

const FIRST_ANCHOR = 9001;

/** Names and languages of the demo anchors, five from each place. */
const HOSTS = [
  { country: 'IN', lang: 'hi', names: ['Asha', 'Kavya', 'Meera', 'Nisha', 'Riya'], says: 'मैं एक डेमो होस्ट हूँ।' },
  { country: 'US', lang: 'en', names: ['Amber', 'Chloe', 'Grace', 'Ruby', 'Zoe'], says: 'I am a demo host.' },
  { country: 'EG', lang: 'ar', names: ['Amira', 'Dalia', 'Layla', 'Nour', 'Salma'], says: 'أنا مضيفة تجريبية.' },
  {
    country: 'TR',
    lang: 'tr',
    names: ['Aylin', 'Defne', 'Elif', 'Selin', 'Zeynep'],
    says: 'Ben bir demo sunucusuyum.',
  },
  {
    country: 'FR',
    lang: 'fr',
    names: ['Adele', 'Camille', 'Elise', 'Jeanne', 'Manon'],
    says: 'Je suis une hôte de démo.',
  },
  {
    country: 'MX',
    lang: 'es',
    names: ['Alma', 'Carmen', 'Ines', 'Lucia', 'Paloma'],
    says: 'Soy una anfitriona de demo.',
  },
  {
    country: 'BR',
    lang: 'pt',
    names: ['Beatriz', 'Clara', 'Helena', 'Livia', 'Marina'],
    says: 'Sou uma anfitriã de demo.',
  },
  {
    country: 'DE',
    lang: 'de',
    names: ['Emilia', 'Frieda', 'Greta', 'Lotte', 'Mila'],
    says: 'Ich bin eine Demo-Gastgeberin.',
  },
] as const;

function demoAnchor(index: number): DemoPerson {
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
    about: host.says,
    price: 20 + ((index * 30) % 110),
  };
}

const person = { gender: '', bDay: '', country: '', lang: '', about: '' } as const;

export const DEMO_USERS: readonly DemoPerson[] = [
  { ...person, uid: 100001, role: ROLE_USER, nickName: 'Sam (demo)' },
  // Above the threshold of section 2: an even and an odd uid get different match screens.
  { ...person, uid: 264457002, role: ROLE_USER, nickName: 'Eve (demo)' },
  { ...person, uid: 264457003, role: ROLE_USER, nickName: 'Odin (demo)' },
];
export const DEMO_ANCHORS: readonly DemoPerson[] = Array.from({ length: 40 }, (_, index) => demoAnchor(index));
export const DEMO_OFFICIAL: DemoPerson = { ...person, uid: OFFICIAL_UID, role: ROLE_OFFICIAL, nickName: 'gemcall' };
