import type { giftsRows } from '../../../contract/gifts/endpoints.ts';
import type { ApiPart, ServerDeps } from '../../part.ts';
import { serverClock } from '../../platform/clock.ts';
import { openMediaFiles } from '../media/files/open.ts';
import { openMediaFolder } from '../media/folder.ts';
import { createCatalogueCache, GIFTS_CHANGED } from './catalogue.ts';
import { createGiftService } from './gift-service.ts';
import { giftsHandlers } from './handlers.ts';

/** Creates the gifts domain: catalogue, purchases and received gifts, all in the database. The catalogue is cached in memory. */
export function giftsPart({ config, db, log, metrics }: ServerDeps): ApiPart<keyof typeof giftsRows> {
  const { xmppDomain: domain, rateLimits } = config;
  const awaitsCheck = config.mediaCheckUrl !== '';
  const clock = serverClock;
  const folder = openMediaFolder(config.dataDir, 'chat', openMediaFiles(config));
  const catalogue = createCatalogueCache();
  return {
    name: 'gifts',
    handlers: giftsHandlers(catalogue),
    services: [
      {
        at: 'gift',
        start: ({ send }) =>
          createGiftService({ db, domain, folder, awaitsCheck, rateLimits, clock, log, metrics }, send),
      },
    ],
    channels: [{ name: GIFTS_CHANGED, onNews: catalogue.forget, onGap: catalogue.forget }],
  };
}
