import { css } from '@emotion/react';
import { useState } from 'react';
import { RadioList } from '../input/radio-list.tsx';

const styles = { root: css({ inlineSize: 'min(100%, 360px)' }) };
const OPTIONS = [
  { value: 'a', label: 'One', hint: 'With a word about it' },
  { value: 'b', label: 'Another' },
  { value: 'c', label: 'العربية', lang: 'ar' },
] as const;

const RadioListPreview = () => {
  const [chosen, setChosen] = useState<'a' | 'b' | 'c'>('a');
  return (
    <>
      <div css={styles.root}>
        <RadioList legend="Choice" options={OPTIONS} value={chosen} onChoose={setChosen} />
      </div>
      <div css={styles.root}>
        <RadioList legend="Disabled" options={OPTIONS} value="b" disabled onChoose={() => {}} />
      </div>
    </>
  );
};
export default RadioListPreview;
