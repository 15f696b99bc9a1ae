import { isTextLanguage, type TextLanguage } from '#contract/chat/text-languages.ts';
import { localeOf } from '../../i18n/languages.ts';

type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available';
type Pair = { readonly sourceLanguage: string; readonly targetLanguage: string };

/**
 * Subset of the browser's Translator API (Web Machine Learning CG), which translates on the device. It exists only in windows,
 * and only in some browsers.
 */
export type DeviceTranslator = {
  availability(pair: Pair): Promise<Availability>;
  create(pair: Pair): Promise<{ translate(text: string): Promise<string> }>;
};
/** Subset of the browser's Language Detector API, which detects the language of a text on the device. */
export type DeviceDetector = {
  availability(): Promise<Availability>;
  create(): Promise<{
    detect(text: string): Promise<readonly { readonly detectedLanguage: string; readonly confidence: number }[]>;
  }>;
};
/** Browser APIs for `createDevice`; a missing API is undefined. */
export type DevicePorts = {
  readonly translator: DeviceTranslator | undefined;
  readonly detector: DeviceDetector | undefined;
};

const { Translator, LanguageDetector } = globalThis as {
  readonly Translator?: DeviceTranslator;
  readonly LanguageDetector?: DeviceDetector;
};
/** The translation APIs of this browser, as far as it has them. */
export const browserDevice: DevicePorts = { translator: Translator, detector: LanguageDetector };

/** Minimum confidence of a detected language. */
const SURE_FROM = 0.6;

/** Translation and language detection by the browser, without a server. Results are undefined when it cannot. */
export type Device = {
  /** Undefined if this device cannot translate the pair, or would first have to download a model. */
  translate(text: string, from: TextLanguage, to: TextLanguage): Promise<string | undefined>;
  /** Undefined if no language is detected with sufficient confidence. */
  detect(text: string): Promise<TextLanguage | undefined>;
  /** Starts the download of the model for a pair if it is downloadable. Needs a user gesture. */
  prepare(from: TextLanguage, to: TextLanguage): void;
};

/** Creates the on-device translation of a page. An error of a browser API counts as unavailable. */
export function createDevice({ translator, detector }: DevicePorts): Device {
  const made = new Map<string, ReturnType<DeviceTranslator['create']>>();
  let detecting: ReturnType<DeviceDetector['create']> | undefined;
  const pairOf = (from: TextLanguage, to: TextLanguage): Pair => ({
    sourceLanguage: localeOf(from),
    targetLanguage: localeOf(to),
  });

  async function translate(text: string, from: TextLanguage, to: TextLanguage): Promise<string | undefined> {
    const pair = pairOf(from, to);
    if ((await translator?.availability(pair)) !== 'available') return undefined;
    const key = `${from} ${to}`;
    const translating = made.get(key) ?? translator?.create(pair);
    if (translating) made.set(key, translating);
    return (await translating)?.translate(text);
  }

  async function detect(text: string): Promise<TextLanguage | undefined> {
    if ((await detector?.availability()) !== 'available') return undefined;
    detecting ??= detector?.create();
    const [best] = (await (await detecting)?.detect(text)) ?? [];
    const lang = best?.detectedLanguage.split('-', 1)[0] ?? '';
    return best && best.confidence >= SURE_FROM && isTextLanguage(lang) ? lang : undefined;
  }

  async function prepare(from: TextLanguage, to: TextLanguage): Promise<void> {
    const pair = pairOf(from, to);
    if ((await translator?.availability(pair)) === 'downloadable') await translator?.create(pair);
  }

  return {
    translate: (text, from, to) =>
      translate(text, from, to).catch(() => {
        made.delete(`${from} ${to}`);
        return undefined;
      }),
    detect: (text) =>
      detect(text).catch(() => {
        detecting = undefined;
        return undefined;
      }),
    prepare: (from, to) => void prepare(from, to).catch(() => undefined),
  };
}
