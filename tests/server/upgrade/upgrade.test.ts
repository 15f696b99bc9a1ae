import { testUpgrade } from './matrix.ts';
import { EARLIER } from './rows.ts';

// The other versions are tested by `npm run soak -- server upgrade`.
testUpgrade(EARLIER[0] ?? '');
