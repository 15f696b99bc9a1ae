import { expect, test } from 'vitest';
import { foldText } from '#contract/text/fold-text.ts';

/** By language: texts, each with the queries that find it and those that do not, separated by spaces. */
const PAIRS: Readonly<Record<string, readonly (readonly [text: string, finds: string, misses: string])[]>> = {
  English: [
    ['Don’t worry', "don't DON’T", 'dont’s'],
    ['ﬁnal ＣＨＡＰＴＥＲ', 'final chapter', 'finals'],
    ['co\u00adoperate', 'cooperate', 'corporate'],
    ['“Hi” – he said', '"hi" - „hi“', "'hi'"],
  ],
  German: [
    ['Straße', 'strasse STRASSE straße STRAẞE', 'strase'],
    ['Müller', 'muller MÜLLER mu\u0308ller', 'miller'],
  ],
  French: [
    ['L’école', "l'ecole ÉCOLE", 'ecale'],
    ['Cœur', 'coeur cœur CŒUR', 'cour'],
  ],
  Spanish: [
    ['El Niño', 'nino NIÑO', 'nido'],
    ['¿Cómo estás?', 'como ESTAS', 'estés'],
  ],
  Polish: [
    ['Łódź', 'lodz ŁÓDŹ łódź', 'todz'],
    ['Źrebię', 'zrebie', 'zrebia'],
  ],
  Turkish: [
    ['Işıl', 'ışıl isil IŞIL', 'asil'],
    ['İSTANBUL', 'istanbul İstanbul ıstanbul', 'ankara'],
    ['IŞIK açık', 'ışık acik AÇIK', 'aşık'],
  ],
  Danish: [['Søren på ærø', 'soren SØREN pa aero', 'saren']],
  Vietnamese: [
    ['Đường phố', 'duong pho đường ĐƯỜNG', 'dương-pha'],
    ['Điện thoại', 'dien thoai ĐIỆN', 'dan'],
    ['Nguyễn Thị Hồng', 'nguyen hong NGUYỄN', 'nguyin'],
  ],
  Czech: [['Příliš žluťoučký', 'prilis zlutoucky PŘÍLIŠ', 'pralis']],
  Romanian: [['Ţară', 'țară tara ȚARĂ', 'sara']],
  Icelandic: [['Þórður', 'thordur ÞÓRÐUR', 'tordur-d']],
  Greek: [
    ['Οδυσσέας', 'οδυσσεας ΟΔΥΣΣΕΑΣ', 'οδυσσεια'],
    ['ΐ λόγος', 'ι λογοσ λόγος', 'λαγος'],
    ['ᾠδή ϕως', 'ωδη ΩΔΗ φως', 'ιδη'],
  ],
  Russian: [
    ['Ещё ёлка', 'еще елка ЁЛКА', 'ола'],
    ['мой', 'МОЙ мои\u0306', 'мои'],
    ['мои', 'мои', 'мой'],
    ['за\u0301мок', 'замок', 'замак'],
  ],
  Ukrainian: [
    ['Київ', 'київ КИЇВ', 'киів киев'],
    ['ґанок', 'ґанок', 'ганок'],
  ],
  Arabic: [
    ['مَدْرَسَة', 'مدرسة مدرسه مدرس', 'مدارس'],
    ['أحمد إلى آسيا', 'احمد الى الي اسيا', 'حامد'],
    ['سـلام', 'سلام', 'سالم'],
    ['مُؤْمِن رائع', 'مومن مؤمن رايع', 'مامن'],
    ['الساعة ١٢', '12 ١٢ ۱۲', '13'],
    ['ﻣﺮﺣﺒﺎ', 'مرحبا', 'مرحا'],
  ],
  Persian: [
    ['علی‌رضا', 'علیرضا علي', 'علو'],
    ['شمارهٔ ۴۵', '45 ٤٥ شماره', '46'],
  ],
  Urdu: [['ہے مجھے', 'هے مجھے', 'مجے مجہے']],
  Hebrew: [
    ['שָׁלוֹם', 'שלום', 'שלם'],
    ['צה״ל', 'צה"ל צה”ל', "צה'ל"],
    ['תל־אביב', 'תל-אביב', 'תלאביב'],
  ],
  Hindi: [
    ['राम घर गया', 'राम घर', 'रूम रम'],
    ['कमाल', 'कमाल', 'कमल कमला'],
    ['कमल', 'कमल', 'कमाल'],
    ['किताब', 'किताब', 'कताब'],
    ['ज़मीन फ़िल्म', 'जमीन ज़मीन फिल्म', 'जामीन फल्म'],
    ['लड़का', 'लड़का', 'लडका'],
    ['नंबर ५', '5 ५ ۵', '6'],
  ],
  Bengali: [
    ['কাল আসব', 'কাল', 'কিল কল'],
    ['বাড়ি', 'বাড়ি', 'বাডি'],
    ['র‍্যাব', 'র‍্যাব র্যাব', 'রাব'],
  ],
  Lao: [['ນ້ຳ', 'ນ້ຳ ນໍ້າ', 'ນຳ']],
  Tamil: [['கொடு', 'கொடு', 'காடு']],
  Thai: [
    ['ไม้', 'ไม้', 'ไม่ มา'],
    ['ไม่', 'ไม่', 'ไม้'],
    ['ข้าว', 'ข้าว', 'ข่าว ขาว'],
    ['น้ำ ๑๐', 'น้ำ นํ้า 10', 'นำ นา'],
    ['เสือ', 'เสือ', 'เสื้อ'],
  ],
  Japanese: [
    ['が', 'が ガ ｶﾞ', 'か は'],
    ['パン', 'ぱん パン ﾊﾟﾝ', 'ばん はん'],
    ['東京タワー', '東京 たわー ﾀﾜｰ', '京都'],
    ['ヴァイオリン', 'ゔぁいおりん ｳﾞｧｲｵﾘﾝ', 'うぁ'],
    ['いすヾ', 'いすゞ イスヾ', 'いすゝ'],
  ],
  Korean: [
    ['한국', '한국 한구 하 ㅎ', '호국'],
    ['각', '각 가', '나'],
    ['한글'.normalize('NFD'), '한글 한그', '헌글'],
    ['까치', '까 ㄲ', '가'],
  ],
  Chinese: [['你好，世界', '你好 世界', '你们']],
};
const wordsOf = (text: string) => text.split(' ');
const cases = Object.entries(PAIRS).flatMap(([language, rows]) =>
  rows.flatMap(([text, finds, misses]) => [
    ...wordsOf(finds).map((query) => ({ language, query, text, isFound: true })),
    ...wordsOf(misses).map((query) => ({ language, query, text, isFound: false })),
  ]),
);

test('a query finds the words of its language and no others, in more than 120 pairs of at least 15 languages', () => {
  expect(cases.length).toBeGreaterThanOrEqual(120);
  expect(new Set(cases.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
  const wrong = cases.filter(({ query, text, isFound }) => foldText(text).includes(foldText(query)) !== isFound);
  expect(wrong).toEqual([]);
});

test('a folded text stays unchanged when it is folded again', () => {
  for (const { text, query } of cases)
    for (const one of [text, query]) expect(foldText(foldText(one))).toBe(foldText(one));
});
