import { testUpgrade } from '../../server/upgrade/matrix.ts';
import { EARLIER } from '../../server/upgrade/rows.ts';

for (const version of EARLIER) testUpgrade(version);
