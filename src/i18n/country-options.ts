import { LANGUAGES } from './languages.ts';
import { countryName, languageLabel, namedOptions } from './names.ts';

/** Countries that a country field offers, as ISO 3166-1 alpha-2 codes. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  );
/** Languages that a spoken-language field offers, as ISO 639-1 codes. The app's come first here, but the options are sorted by name. */
const SPOKEN = [
  ...Object.keys(LANGUAGES),
  ...'am az bg ca cs da el et fa fi gu ha hr hu hy ig ka kk km kn lo lt lv ml mn mr ms my ne nl no pa pl ro ru si sk sl so sq sr sv sw ta te th tl uk ur uz vi yo zu'.split(
    ' ',
  ),
];

/** Returns the options of a country field, with names in the current language, sorted by name. */
export const countryOptions = () => namedOptions(COUNTRIES, countryName);
/** Returns the options of a spoken-language field, with names in the current language, sorted by name. */
export const languageOptions = () => namedOptions(SPOKEN, languageLabel);
