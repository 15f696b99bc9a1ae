import { ABOUTS, aboutOf, type HostLanguage } from './abouts.ts';

/** Uid of the first host that `npm run seed` generates: above the demo accounts, below the guests. */
export const FIRST_OF_CROWD = 1_000_000;
/** Maximum of `npm run seed -- --anchors`: the number of generated hosts in one database. */
export const CROWD_MAX = 100_000;

/** Countries and first names of generated hosts, by language. */
const PLACES = {
  en: {
    countries: ['US', 'GB', 'CA', 'AU', 'NZ', 'IE', 'NG', 'PH', 'ZA', 'KE'],
    names: ['Ava', 'Bella', 'Hazel', 'Ivy', 'Lily', 'Nora', 'Pearl', 'Stella', 'Violet', 'Willow'],
  },
  hi: {
    countries: ['IN', 'NP'],
    names: ['Anjali', 'Diya', 'Isha', 'Kiran', 'Lata', 'Mira', 'Neha', 'Pooja', 'Sunita', 'Tara'],
  },
  ar: {
    countries: ['EG', 'SA', 'AE', 'KW', 'QA', 'BH', 'OM', 'MA', 'JO'],
    names: ['Aya', 'Farah', 'Hana', 'Jana', 'Lina', 'Maha', 'Rana', 'Reem', 'Sara', 'Yasmin'],
  },
  tr: { countries: ['TR'], names: ['Asya', 'Buse', 'Ceren', 'Ece', 'Eylul', 'Gizem', 'Ipek', 'Melis', 'Naz', 'Tugba'] },
  fr: {
    countries: ['FR', 'BE', 'CH', 'SN', 'CI'],
    names: ['Agathe', 'Chloe', 'Clemence', 'Eva', 'Juliette', 'Lea', 'Louise', 'Margaux', 'Rose', 'Zoe'],
  },
  es: {
    countries: ['MX', 'ES', 'CO', 'AR', 'PE', 'CL', 'EC'],
    names: ['Abril', 'Camila', 'Elena', 'Julia', 'Luna', 'Maria', 'Nadia', 'Renata', 'Sofia', 'Valeria'],
  },
  pt: {
    countries: ['BR', 'PT', 'AO'],
    names: ['Ana', 'Bruna', 'Carla', 'Duda', 'Ines', 'Julia', 'Lara', 'Manu', 'Rita', 'Sara'],
  },
  de: {
    countries: ['DE', 'AT', 'CH'],
    names: ['Anna', 'Clara', 'Ella', 'Finja', 'Ida', 'Jule', 'Lena', 'Marie', 'Paula', 'Romy'],
  },
  it: {
    countries: ['IT'],
    names: ['Alice', 'Bianca', 'Chiara', 'Elisa', 'Gaia', 'Giulia', 'Marta', 'Noemi', 'Serena', 'Viola'],
  },
  id: {
    countries: ['ID', 'MY'],
    names: ['Ayu', 'Citra', 'Dewi', 'Fitri', 'Indah', 'Kartika', 'Melati', 'Putri', 'Ratna', 'Sari'],
  },
  ja: { countries: ['JP'], names: ['Akari', 'Emi', 'Hina', 'Kaori', 'Mei', 'Nana', 'Rin', 'Sakura', 'Yui', 'Yuna'] },
  ko: {
    countries: ['KR'],
    names: ['Bora', 'Dahye', 'Eunji', 'Haeun', 'Jiwoo', 'Minji', 'Nari', 'Seoyeon', 'Sora', 'Yuna'],
  },
  zh: {
    countries: ['TW', 'HK', 'SG'],
    names: ['An', 'Hui', 'Jia', 'Lan', 'Ling', 'Mei', 'Ning', 'Qing', 'Xin', 'Yue'],
  },
  bn: {
    countries: ['BD', 'IN'],
    names: ['Anika', 'Bristi', 'Disha', 'Ishita', 'Jui', 'Maya', 'Nodi', 'Puja', 'Shreya', 'Tania'],
  },
  he: { countries: ['IL'], names: ['Adi', 'Dana', 'Gal', 'Hila', 'Maya', 'Noa', 'Roni', 'Shira', 'Tamar', 'Yael'] },
} as const satisfies Record<string, { readonly countries: readonly string[]; readonly names: readonly string[] }>;
const LANGS = Object.keys(PLACES) as (keyof typeof PLACES)[];

const hasWords = (lang: string): lang is HostLanguage => Object.hasOwn(ABOUTS, lang);
const pick = <T>(list: readonly [T, ...T[]], at: number): T => list[at % list.length] ?? list[0];
const two = (number: number) => String(number).padStart(2, '0');
/** Deterministic pseudo-random number for an index (the mixer of MurmurHash3). */
function scatter(index: number, salt: number): number {
  let bits = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(salt, 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * Computes the account and profile of generated host number `index` (from 0): the same for the same index and year. `seedCrowd` inserts it
 * unless its uid exists.
 */
export function hostOfCrowd(index: number, thisYear: number) {
  const lang = LANGS[scatter(index, 1) % LANGS.length] ?? 'en';
  const { countries, names } = PLACES[lang];
  const bornOn = `${two(1 + (scatter(index, 4) % 12))}-${two(1 + (scatter(index, 5) % 28))}`;
  return {
    uid: FIRST_OF_CROWD + index,
    nickName: `${pick(names, scatter(index, 2))} (demo)`,
    country: pick(countries, scatter(index, 3)),
    lang,
    // At least 19 years old, whatever the birthday.
    bDay: `${thisYear - 20 - (scatter(index, 6) % 30)}-${bornOn}`,
    about: aboutOf(hasWords(lang) ? lang : 'en', scatter(index, 7)),
    price: 20 + 5 * (scatter(index, 8) % 37),
    rank: scatter(index, 9) % 1_000,
    paidMinutesRecent: Math.floor(600 / (1 + (scatter(index, 10) % 500))),
    isSilver: scatter(index, 11) % 20 === 0,
    /** Minutes between joining and the seeding; less than a year. */
    minutesHere: scatter(index, 12) % 525_600,
  };
}
