import { Amount } from '../mark/amount.tsx';

const BALANCES = [0, 300, 700, 3_000];

/** Amounts with each of the four piles of the icon, in both currencies. */
const AmountPreview = () => (
  <>
    {BALANCES.map((value) => (
      <Amount key={`gems-${value}`} kind="gems" value={value} label="Gems" />
    ))}
    {BALANCES.map((value) => (
      <Amount key={`silver-${value}`} kind="silver" value={value} label="Silver" />
    ))}
    <Amount kind="gems" value={12_480} label="Gems" large />
  </>
);
export default AmountPreview;
