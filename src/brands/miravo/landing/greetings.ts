/**
 * Greetings on the cards of the deck and in the band that scrolls across the landing page: each in its own language, the same for every
 * language of the page.
 */
export const GREETINGS = [
  { word: '¡Hola!', lang: 'es' },
  { word: 'नमस्ते', lang: 'hi' },
  { word: 'Merhaba!', lang: 'tr' },
  { word: 'こんにちは', lang: 'ja' },
  { word: 'Oi!', lang: 'pt' },
  { word: 'مرحبا', lang: 'ar' },
  { word: 'Ciao!', lang: 'it' },
  { word: '안녕!', lang: 'ko' },
  { word: 'Salut !', lang: 'fr' },
  { word: 'Halo!', lang: 'id' },
] as const;
