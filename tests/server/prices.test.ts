import { testPrices } from './price-table.ts';

// Two of the attacks; `npm run soak -- server prices` runs all of them.
testPrices(['price changed', 'id of another namespace']);
