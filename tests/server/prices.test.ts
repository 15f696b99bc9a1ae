import { testPrices } from './price-table.ts';

// The whole table is `npm run soak -- server prices`.
testPrices(['price changed', 'id of another namespace']);
