/**
 * Profile descriptions of the demo hosts in one language: five variants (`likes`), and the sentence that follows each and says that the
 * host is not a real person (`honest`).
 */
type Words = { readonly likes: readonly [string, string, string, string, string]; readonly honest: string };

/** Profile descriptions of demo hosts by language: five variants, and a sentence stating that the host is not real. */
export const ABOUTS = {
  hi: {
    likes: [
      'मुझे चाय, पुराने गाने और लंबी बातें पसंद हैं।',
      'शाम को मैं नई चीज़ें पकाती हूँ और रेसिपी बाँटती हूँ।',
      'मैं कथक सीख रही हूँ और थोड़ा गाती भी हूँ।',
      'पहाड़, बारिश और शाम की तस्वीरें मुझे खुश कर देती हैं।',
      'मैं उपन्यास पढ़ती हूँ और खूब हँसती हूँ।',
    ],
    honest: 'मैं एक डेमो होस्ट हूँ: बनाई हुई तस्वीर, कोई असली इंसान नहीं।',
  },
  en: {
    likes: [
      'Coffee, old films and long conversations are my thing.',
      'In the evening I try new recipes and share the good ones.',
      'I am learning the piano and sing slightly out of tune.',
      'The sea, the rain and photographs at dusk make me happy.',
      'I read novels and laugh a lot.',
    ],
    honest: 'I am a demo host: a drawn portrait, not a real person.',
  },
  ar: {
    likes: [
      'أحب القهوة والأفلام القديمة والأحاديث الطويلة.',
      'في المساء أجرّب وصفات جديدة وأشارك أجملها.',
      'أتعلم العزف على العود وأغني قليلاً.',
      'البحر والمطر وصور الغروب تسعدني.',
      'أقرأ الروايات وأضحك كثيراً.',
    ],
    honest: 'أنا مضيفة تجريبية: صورة مرسومة ولست شخصاً حقيقياً.',
  },
  tr: {
    likes: [
      'Kahve, eski filmler ve uzun sohbetler tam bana göre.',
      'Akşamları yeni tarifler dener, güzel olanları paylaşırım.',
      'Bağlama çalmayı öğreniyorum, biraz da şarkı söylüyorum.',
      'Deniz, yağmur ve akşam fotoğrafları beni mutlu eder.',
      'Roman okurum ve çok gülerim.',
    ],
    honest: 'Ben bir demo sunucusuyum: çizilmiş bir portre, gerçek bir kişi değil.',
  },
  fr: {
    likes: [
      'J’aime le café, les vieux films et les longues conversations.',
      'Le soir, j’essaie de nouvelles recettes et je partage les meilleures.',
      'J’apprends le piano et je chante un peu faux.',
      'La mer, la pluie et les photos du soir me rendent heureuse.',
      'Je lis des romans et je ris beaucoup.',
    ],
    honest: 'Je suis une hôte de démonstration : un portrait dessiné, pas une vraie personne.',
  },
  es: {
    likes: [
      'Me gustan el café, las películas viejas y las pláticas largas.',
      'Por las noches pruebo recetas nuevas y comparto las mejores.',
      'Estoy aprendiendo guitarra y canto un poquito.',
      'El mar, la lluvia y las fotos al atardecer me hacen feliz.',
      'Leo novelas y me río mucho.',
    ],
    honest: 'Soy una anfitriona de demostración: un retrato dibujado, no una persona real.',
  },
  pt: {
    likes: [
      'Gosto de café, filmes antigos e conversas longas.',
      'À noite testo receitas novas e compartilho as melhores.',
      'Estou aprendendo violão e canto um pouquinho.',
      'O mar, a chuva e as fotos ao entardecer me deixam feliz.',
      'Leio romances e dou muita risada.',
    ],
    honest: 'Sou uma anfitriã de demonstração: um retrato desenhado, não uma pessoa real.',
  },
  de: {
    likes: [
      'Ich mag Kaffee, alte Filme und lange Gespräche.',
      'Abends probiere ich neue Rezepte aus und teile die besten.',
      'Ich lerne Klavier und singe ein bisschen schief.',
      'Das Meer, der Regen und Fotos im Abendlicht machen mich glücklich.',
      'Ich lese Romane und lache viel.',
    ],
    honest: 'Ich bin eine Demo-Gastgeberin: ein gezeichnetes Porträt, keine echte Person.',
  },
} as const satisfies Record<string, Words>;
/** A language in which descriptions of demo hosts exist; generated hosts of other languages are described in English. */
export type HostLanguage = keyof typeof ABOUTS;

/** The profile description of a host: variant `turn` modulo 5, followed by the sentence stating that the host is not real. */
export const aboutOf = (lang: HostLanguage, turn: number) =>
  `${ABOUTS[lang].likes[turn % 5] ?? ABOUTS[lang].likes[0]} ${ABOUTS[lang].honest}`;

/** Descriptions that the first version of the demo stored; `seedDemo` replaces them, and leaves any other description unchanged. */
export const FIRST_ABOUTS: ReadonlySet<string> = new Set([
  'मैं एक डेमो होस्ट हूँ।',
  'I am a demo host.',
  'أنا مضيفة تجريبية.',
  'Ben bir demo sunucusuyum.',
  'Je suis une hôte de démo.',
  'Soy una anfitriona de demo.',
  'Sou uma anfitriã de demo.',
  'Ich bin eine Demo-Gastgeberin.',
]);
