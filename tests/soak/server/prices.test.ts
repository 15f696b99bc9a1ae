import { ATTACK_NAMES, testPrices } from '../../server/price-table.ts';

/** Every paying action against every attack: `npm run soak -- server prices`. */
testPrices(ATTACK_NAMES);
