import { BRAND_IDS, type BrandConfig, type BrandId, isBrandId } from '../../../contract/brand.ts';
import { config as gemcall } from '../../../src/brands/gemcall/config.ts';
import { config as miravo } from '../../../src/brands/miravo/config.ts';
import { config as velora } from '../../../src/brands/velora/config.ts';
import { Stop } from '../../stop.ts';

export const BRANDS: Readonly<Record<BrandId, BrandConfig>> = { gemcall, velora, miravo };

/** Brand that `BRAND` names; gemcall by default. */
export function chosenBrand(env: Readonly<Record<string, string | undefined>> = process.env): BrandId {
  const asked = env['BRAND'] || 'gemcall';
  if (isBrandId(asked)) return asked;
  throw new Stop(`there is no brand "${asked}": BRAND is one of ${BRAND_IDS.join(', ')}`);
}

/** Each brand has an output folder of its own, so that a return to one needs no new build. */
export const distOf = (brand: BrandId) => `dist/${brand}`;
