import { BRAND_IDS, type BrandConfig, type BrandId, isBrandId } from '../../../contract/brand.ts';
import { config as gemcall } from '../../../src/brands/gemcall/config.ts';
import { config as miravo } from '../../../src/brands/miravo/config.ts';
import { config as velora } from '../../../src/brands/velora/config.ts';
import { Stop } from '../../stop.ts';

/** Configurations of all brands by id; a build uses the one of `chosenBrand`. */
export const BRANDS: Readonly<Record<BrandId, BrandConfig>> = { gemcall, velora, miravo };

/** The brand that the environment variable `BRAND` names; gemcall if unset or empty. An unknown one throws a `Stop`. */
export function chosenBrand(env: Readonly<Record<string, string | undefined>> = process.env): BrandId {
  const brand = env['BRAND'] || 'gemcall';
  if (isBrandId(brand)) return brand;
  throw new Stop(`there is no brand "${brand}": BRAND is one of ${BRAND_IDS.join(', ')}`);
}

/** Output folder of the build of a brand; separate folders, so that switching brands needs no rebuild. */
export const distOf = (brand: BrandId) => `dist/${brand}`;
