import type { translateRows } from '../../../contract/translate/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { type Phrasebook, translateHandlers } from './handlers.ts';
import { translationService } from './libre.ts';
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
  let phrasebook: Phrasebook | undefined;
  return {
    name: 'translate',
    handlers: translateHandlers({
      service,
      cache: createTranslationCache(),
      phrasebook: () => phrasebook,
    }),
    async prepare() {
      // Loaded on demand, because a production image has no demo/.
      if (config.demo) phrasebook = (await import('../../../demo/hosts/phrasebook.ts')).openPhrasebook();
    },
  };
}
