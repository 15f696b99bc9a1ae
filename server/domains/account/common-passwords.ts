/**
 * Base words of common passwords. A password is common when it is one of these words in any case, with digits or punctuation around it,
 * with symbols in place of letters, or repeated; so this list covers far more than the thousand most common ones. Only passwords of eight
 * characters and more matter, as shorter ones are refused anyway.
 */
const WORDS = `
password passwort passord parola senha contrasena motdepasse wachtwoord haslo sifre parol geheim secret letmein welcome
iloveyou loveyou ilove lover lovely loveme love princess sunshine superman batman spiderman pokemon naruto starwars dragon
football baseball basketball softball soccer hockey tennis golf racing ferrari porsche mercedes mustang corvette camaro
michael jennifer michelle jessica ashley amanda daniel andrew joshua matthew charlie robert thomas jordan hunter
christopher christian anthony william richard alexander benjamin nicholas samantha elizabeth stephanie veronica victoria
jonathan patrick brandon justin george martin steven austin maggie nicole chelsea taylor madison hannah olivia sophie
computer internet samsung google facebook twitter youtube instagram android iphone windows microsoft linux server
administrator admin administrador root user guest test testing default changeme master access login system oracle
trustno whatever whatsup nothing something anything everything blink hello helloworld goodbye freedom liberty america
canada mexico brazil brasil england london paris berlin germany deutschland france italia madrid barcelona realmadrid
liverpool arsenal chelseafc manchester juventus galatasaray fenerbahce besiktas yankees cowboys steelers lakers redsox
eagles packers bulldog tigger butterfly flower flowers rainbow chocolate cookie banana orange cherry peanut pepper
jasmine rose angel angels heaven jesus jesuschrist christ blessed bismillah allah shadow killer hunter ranger maverick
midnight moonlight starlight summer winter spring autumn january february march april june july august september
october november december monday tuesday wednesday thursday friday saturday sunday mother father family friends forever
bestfriend babygirl baby sweetheart honey darling beautiful gorgeous cutie sexy hottie monkey elephant dolphin tiger
panther scorpion phoenix eagle falcon buster rocky bailey cooper ginger snoopy garfield mickey minnie pumpkin snowball
metallica nirvana slipknot eminem tupac guitar music dance matrix gandalf merlin warrior wizard knight samurai ninja
diamond crystal silver golden platinum lucky money million dollar business company marketing manager service support
qwerty qwertyui qwertyuiop qwertz azerty asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
wsxedc qaz wsx edc zaq xsw cde zaqxsw qwer asdf zxcv asd zxc qwe qweqwe asdasd zxczxc poiuytrewq lkjhgfdsa mnbvcxz
abc abcd abcdef abcdefg abcdefgh abcabc aaaa xxxx blahblah hahaha lalala pass passpass passw word pswd pass word
sunflower strawberry cinderella tinkerbell hellokitty barbie disney pikachu minecraft fortnite roblox playstation
nintendo xbox counterstrike gangster player hacker cracker mypassword mypass thisismy dontknow forgot remember yourname
gemcall miravo velora videochat videocall chatting dating girlfriend boyfriend marriage husband qwertyuio trustme
`
  .split(/\s+/)
  .filter((word) => word !== '');
const COMMON: ReadonlySet<string> = new Set(WORDS);

/** Digits and symbols that commonly replace a letter. */
const LETTER_OF: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
const plain = (text: string) => [...text].map((char) => LETTER_OF[char] ?? char).join('');

const KEY_ROWS = [
  '01234567890',
  '09876543210',
  'abcdefghijklmnopqrstuvwxyz',
  '147258369',
  '1qaz2wsx3edc4rfv5tgb',
  '1q2w3e4r5t6y7u8i9o0p',
];

/** The shortest prefix whose repetition yields the text, the last time perhaps cut off; the text itself if it repeats nothing. */
function unitOf(text: string): string {
  const chars = [...text];
  for (let length = 1; length <= chars.length / 2; length += 1) {
    if (chars.every((char, at) => char === chars[at % length])) return chars.slice(0, length).join('');
  }
  return text;
}

/**
 * Whether a new password is too easy to guess: a repetition, a run of keys, up to eight digits such as a date, or one or two common
 * words, also with digits or signs around them. `passwd` must be normalized to NFKC.
 */
export function isCommonPassword(passwd: string): boolean {
  const lower = passwd.toLowerCase();
  const unit = unitOf(lower);
  // One or two characters repeated, or a short sequence repeated.
  if (unit.length <= 2 || (unit !== lower && unit.length <= 4)) return true;
  if (KEY_ROWS.some((row) => row.includes(unit) || row.repeat(2).includes(unit))) return true;
  // Up to eight digits, such as a date or a short phone number, have too little entropy.
  if (/^\d{1,8}$/.test(unit)) return true;
  const forms = [
    lower,
    unit,
    lower.replace(/^[\d\W_]+|[\d\W_]+$/g, ''),
    plain(lower),
    plain(lower.replace(/[\d\W_]{1,4}$/, '')),
  ];
  if (forms.some((form) => COMMON.has(form) || COMMON.has(unitOf(form)))) return true;
  // Two words joined, such as `iloveyoufootball`.
  return forms.some((form) => isPairOfWords(form));
}

function isPairOfWords(text: string): boolean {
  for (let cut = 3; cut <= text.length - 3; cut += 1) {
    if (COMMON.has(text.slice(0, cut)) && COMMON.has(text.slice(cut))) return true;
  }
  return false;
}
