import unhomoglyph from 'unhomoglyph';
import { BRAND_IDS } from '../../contract/brand.ts';
import { foldText } from '../../contract/text/fold-text.ts';

/**
 * Words by which a team calls itself, in the languages of the interface. A name that consists of them is reserved. Words that are also
 * first names, such as 지원, are only in a compound here.
 */
const STAFF = [
  'admin administrator moderator staff support helpdesk help official system service customer security team',
  'offiziell kundenservice kundendienst kundensupport hilfe verwaltung sicherheit',
  'équipe assistance officiel officielle administrateur administratrice modérateur modératrice aide client clients sécurité',
  'equipo soporte oficial administrador administradora moderador moderadora ayuda atención cliente seguridad',
  'supporto assistenza ufficiale amministratore amministratrice moderatore aiuto servizio clienti sicurezza',
  'equipe equipa suporte administração moderação ajuda atendimento segurança',
  'ekip ekibi destek resmi yönetici yönetim moderatör yardım müşteri hizmetleri güvenlik',
  'dukungan resmi layanan pelanggan bantuan keamanan',
  'فريق الفريق دعم الدعم رسمي الرسمي الإدارة إدارة مشرف المشرف خدمة العملاء مساعدة',
  'צוות תמיכה רשמי הרשמי הנהלה ההנהלה מנהל שירות לקוחות',
  'टीम सहायता सपोर्ट आधिकारिक एडमिन मॉडरेटर ग्राहक सेवा',
  'টিম সহায়তা সাপোর্ট অফিসিয়াল অ্যাডমিন মডারেটর গ্রাহক সেবা',
  '運営 運営チーム 公式 サポート 管理者 管理人 事務局 モデレーター チーム カスタマーサポート お客様窓口',
  '공식 관리자 운영자 운영진 운영팀 고객센터 고객지원 고객지원팀 지원팀 상담원',
  '團隊 团队 官方 客服 客戶服務 客户服务 管理員 管理员 系統 系统 小編 版主',
].join(' ');
/** Words that may occur before and between those of STAFF. Alone they are names: Tim, Al. */
const BETWEEN = 'the our of and care de des du la le al der das tim pusat 팀';

/** The letters of alphabets that only decorate: negative circled and squared capitals, and the letters of flags. */
const DECORATED = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const DECORATED_STARTS = [0x1_f1_e6, 0x1_f1_70, 0x1_f1_50];
const undecorated = (char: string) => {
  const code = char.codePointAt(0) ?? 0;
  const start = DECORATED_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
};
/** Small capitals, which the normalization of Unicode leaves as they are; `PLAIN_CAPITALS` has their letters in the same order. */
const SMALL_CAPITALS = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡʏᴢ';
const PLAIN_CAPITALS = 'abcdefghijklmnopqrstuvwyz';
const SMALL_CAPITAL = new RegExp(`[${SMALL_CAPITALS}]`, 'gu');

/**
 * Returns the skeleton of a name: names that look alike have the same (UTS 39, by the table of `unhomoglyph`). Case, accents, joiners,
 * decoration and everything between the letters are ignored. A capital I looks like a small L, so i and l are one letter. For comparison
 * with reserved names only: two names of people have the same skeleton too easily.
 */
function skeletonOf(name: string): string {
  const plain = name
    .replace(DECORATED, undecorated)
    .replace(SMALL_CAPITAL, (letter) => PLAIN_CAPITALS[SMALL_CAPITALS.indexOf(letter)] ?? letter);
  // Capitals and small letters look like different letters: each form is mapped, then folded.
  const mapped = foldText(unhomoglyph(foldText(unhomoglyph(plain.normalize('NFKC')))));
  return mapped.replace(/[^\p{L}\p{M}\p{N}]/gu, '').replaceAll('i', 'l');
}

const BRANDS = BRAND_IDS.map(skeletonOf);
const oneOf = (words: string) => [...new Set(words.split(' ').map(skeletonOf))].join('|');
const STAFF_ONLY = new RegExp(`^(?:${oneOf(BETWEEN)})*(?:${oneOf(STAFF)})(?:${oneOf(`${STAFF} ${BETWEEN}`)})*$`, 'u');

/**
 * Returns whether a name passes for the team: it looks as if it had the name of a brand in it, or consists of words by which a team calls
 * itself ("Official Support"). No user may take such a name.
 */
export function isReservedName(name: string): boolean {
  const skeleton = skeletonOf(name);
  return BRANDS.some((brand) => skeleton.includes(brand)) || STAFF_ONLY.test(skeleton);
}
