import type { translateRows } from '../../../contract/translate/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { translateHandlers } from './handlers.ts';
import { translationService } from './libre.ts';
import { openPhrasebook } from './phrasebook.ts';
import { createTranslationCache } from './translation-cache.ts';

/**
 * Creates the translation domain. Its only state is in memory: a cache of recent translations by hash of the text, and the state of the
 * service's client.
 */
export function translatePart({ config, log }: ServerDeps): ApiPart<keyof typeof translateRows> {
  const { url, key } = config.translation;
  const service =
    url === ''
      ? undefined
      : translationService({
          url,
          key,
          clock: Date,
          onFailure: (why) => log.warn({ why }, 'failed to translate by the translation service'),
        });
  return {
    name: 'translate',
    handlers: translateHandlers({
      service,
      cache: createTranslationCache(),
      phrasebook: config.demo ? openPhrasebook() : undefined,
    }),
  };
}
