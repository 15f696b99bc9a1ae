import type { translateRows } from '../../../contract/translate/endpoints.ts';
import type { ApiPart, Surroundings } from '../../part.ts';
import { translateHandlers } from './handlers.ts';
import { keptTranslations } from './kept.ts';
import { translationService } from './libre.ts';
import { openPhrasebook } from './phrasebook.ts';

/**
 * Translation of words. Kept in memory only: the newest translations by a hash of the words; losing them costs one more
 * call of the service for each.
 */
export function translatePart({ config, log }: Surroundings): ApiPart<keyof typeof translateRows> {
  const { url, key } = config.translation;
  const service =
    url === ''
      ? undefined
      : translationService({
          url,
          key,
          clock: Date,
          onFailure: (why) => log.warn({ why }, 'the translation service failed'),
        });
  return {
    name: 'translate',
    handlers: translateHandlers({
      service,
      kept: keptTranslations(),
      phrasebook: config.demo ? openPhrasebook() : undefined,
    }),
  };
}
