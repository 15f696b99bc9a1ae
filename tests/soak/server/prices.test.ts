import { ATTACK_NAMES, testPrices } from '../../server/price-table.ts';

/** Every paid action with every attack: `npm run soak -- server prices`. */
testPrices(ATTACK_NAMES);
