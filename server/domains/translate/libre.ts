import { array, object, safeParse, string } from 'valibot';
import type { TextLanguage } from '../../../contract/chat/text-languages.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  LANGUAGES_CACHE_MS,
  SERVICE_ANSWER_MAX_BYTES,
  SERVICE_CALLS_AT_ONCE,
  SERVICE_REST_MS,
  SERVICE_SILENT_CALLS,
  SERVICE_TIMEOUT_MS,
} from './bounds.ts';

/**
 * Reads the body of the translation service's answer as JSON; undefined if it exceeds `maxBytes` or is not JSON. Reading stops at the
 * limit.
 */
async function readLimitedJson(response: Response, maxBytes: number): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Client of the configured translation service (LibreTranslate). */
export type TranslationService = {
  /**
   * Returns a translation per text; undefined if the service did not answer, or not in the expected shape, does not know the language,
   * or is not asked: because of too many concurrent calls, or for a while after it did not answer.
   */
  translate(texts: readonly string[], to: TextLanguage): Promise<readonly string[] | undefined>;
};
type ServiceOptions = {
  /** Base URL of a LibreTranslate server. */
  readonly url: string;
  /** API key; empty if the service requires none. */
  readonly key: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
  /** Called with the kind of a failure, for the log; never with text. */
  readonly onFailure: (why: 'no answer' | 'bad answer') => void;
};

const languagesAnswer = array(object({ code: string() }));
const textsAnswer = object({ translatedText: array(string()) });

/** LibreTranslate codes for zh, which changed over its versions: Traditional before Simplified. */
const NAMES: Partial<Record<TextLanguage, readonly string[]>> = { zh: ['zh-Hant', 'zt', 'zh-TW', 'zh', 'zh-Hans'] };

/** Creates the client of a LibreTranslate server, one per process. In memory are only its languages and its recent failures. */
export function translationService({
  url,
  key,
  clock,
  timeoutMs = SERVICE_TIMEOUT_MS,
  onFailure,
}: ServiceOptions): TranslationService {
  const address = (path: string) => `${url.replace(/\/+$/, '')}/${path}`;
  let languages: { readonly codes: ReadonlySet<string>; readonly at: number } | undefined;
  let underWay = 0;
  let silent = 0;
  let restsUntil = 0;

  async function ask(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    const response = await fetch(address(path), {
      signal,
      // Texts must reach only the host that the operator configured, so redirects are refused.
      redirect: 'error',
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (response.ok) return readLimitedJson(response, SERVICE_ANSWER_MAX_BYTES);
    await response.body?.cancel();
    return undefined;
  }

  async function codeOf(lang: TextLanguage, signal: AbortSignal): Promise<string | undefined> {
    if (!languages || clock.now() - languages.at > LANGUAGES_CACHE_MS) {
      const answer = safeParse(languagesAnswer, await ask('languages', signal));
      if (!answer.success) {
        onFailure('bad answer');
        return undefined;
      }
      languages = { codes: new Set(answer.output.map(({ code }) => code)), at: clock.now() };
    }
    const { codes } = languages;
    return (NAMES[lang] ?? [lang]).find((name) => codes.has(name));
  }

  async function translated(texts: readonly string[], to: TextLanguage): Promise<readonly string[] | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    const target = await codeOf(to, signal);
    if (target === undefined) return undefined;
    const body = { q: texts, source: 'auto', target, format: 'text', ...(key === '' ? {} : { api_key: key }) };
    const answer = safeParse(textsAnswer, await ask('translate', signal, body));
    if (answer.success && answer.output.translatedText.length === texts.length) return answer.output.translatedText;
    onFailure('bad answer');
    return undefined;
  }

  return {
    async translate(texts, to) {
      if (underWay >= SERVICE_CALLS_AT_ONCE || clock.now() < restsUntil) return undefined;
      underWay += 1;
      try {
        const answer = await translated(texts, to);
        silent = 0;
        return answer;
      } catch {
        onFailure('no answer');
        silent += 1;
        if (silent >= SERVICE_SILENT_CALLS) restsUntil = clock.now() + SERVICE_REST_MS;
        return undefined;
      } finally {
        underWay -= 1;
      }
    },
  };
}
